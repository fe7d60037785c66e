/** Fits the whole model to people: the Gaussians, then the network that corrects them. */
import type { Tensor } from '../model/artifact.js';
import { N } from '../model/conditional.js';
import { binCount } from '../model/intervals.js';
import { layerTensors, Network } from '../model/network.js';
import { leastWidenings, wideningBins } from '../model/populations.js';
import { heavyTensor, Predictor, wideningTensor } from '../model/predictor.js';
import { inputCount, outputCount } from '../model/residual.js';
import { type TrainedNetwork, type TrainOptions, trainNetwork } from './fit-network.js';
import { fitGaussians, type Gaussians, gaussianTensors } from './gaussian.js';
import type { Person } from './people.js';

export interface FittedBody {
  readonly base: Gaussians;
  readonly everybody: Gaussians;
  readonly network: TrainedNetwork;
}

export async function fitBody(people: readonly Person[], options: TrainOptions): Promise<FittedBody> {
  const soldiers = fitGaussians(people, 0);
  const base = fitGaussians(people);
  return { base, everybody: fitGaussians(people, 1), network: await trainNetwork(people, base, soldiers, options) };
}

/** Interval factors that leave the model's own spread as it is. */
export const unitFactors = new Float32Array(binCount * N).fill(1);

export function predictorOf(
  { base, everybody, network }: FittedBody,
  factors: Float32Array = unitFactors,
  heavyFactors: Float32Array = unitFactors,
): Predictor {
  return new Predictor({
    gaussians: base,
    everybody,
    network: new Network(new Map(layerTensors(network.layers))),
    factors,
    widenings: leastWidenings,
    heavyFactors,
  });
}

/** Gaussians alone, with a network that says nothing. */
export function gaussianPredictor(gaussians: Gaussians): Predictor {
  const still = (...shape: [number, number]): Tensor => ({ shape, values: new Float32Array(shape[0] * shape[1]) });
  const layers = [
    { kernel: still(inputCount, 1), bias: still(1, 1) },
    { kernel: still(1, outputCount), bias: still(1, outputCount) },
  ];
  return new Predictor({
    gaussians,
    everybody: gaussians,
    network: new Network(new Map(layerTensors(layers))),
    factors: unitFactors,
    widenings: leastWidenings,
    heavyFactors: unitFactors,
  });
}

/** The reference: a conditional Gaussian per gender on the soldiers alone, uncorrected. */
export const referencePredictor = (people: readonly Person[]): Predictor => gaussianPredictor(fitGaussians(people, 0));

export function modelTensors(
  { base, everybody, network }: FittedBody,
  factors: Float32Array,
  widenings: Float32Array,
  heavyFactors: Float32Array,
): Map<string, Tensor> {
  return new Map([
    ...gaussianTensors('base', base),
    ...gaussianTensors('everybody', everybody),
    ...layerTensors(network.layers),
    ['interval/factors', { shape: [binCount, N], values: factors }],
    [wideningTensor, { shape: [wideningBins, N], values: widenings }],
    [heavyTensor, { shape: [binCount, N], values: heavyFactors }],
  ]);
}
