/** Cholesky factors of small symmetric matrices, row-major in typed arrays. */

/**
 * Lower factor L of a symmetric positive definite n x n matrix (row-major; only the lower triangle is read), with
 * `ridge` times each diagonal element added to it. Throws when even then the matrix is not positive definite.
 */
export function cholesky(matrix: Float64Array, n: number, ridge: number): Float64Array {
  const lower = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = matrix[i * n + j]!;
      if (i === j) sum += ridge * sum;
      for (let k = 0; k < j; k++) sum -= lower[i * n + k]! * lower[j * n + k]!;
      if (i === j) {
        if (!(sum > 0)) throw new RangeError(`matrix is not positive definite at row ${i}`);
        lower[i * n + i] = Math.sqrt(sum);
      } else {
        lower[i * n + j] = sum / lower[j * n + j]!;
      }
    }
  }
  return lower;
}

/** Inverse of a lower triangular n x n matrix. */
export function invertLower(lower: Float64Array, n: number): Float64Array {
  const inverse = new Float64Array(n * n);
  for (let column = 0; column < n; column++) {
    for (let i = column; i < n; i++) {
      let sum = i === column ? 1 : 0;
      for (let k = column; k < i; k++) sum -= lower[i * n + k]! * inverse[k * n + column]!;
      inverse[i * n + column] = sum / lower[i * n + i]!;
    }
  }
  return inverse;
}
