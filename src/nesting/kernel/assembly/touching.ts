/** Depths up to this count as touching. The exact clean-up removes them. */
export const TOUCHING: f32 = 1e-3;
