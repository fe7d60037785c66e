/** Reads the variables of an imported pattern: measurements from their own file, increments from the pattern. */

import { childOf, descendants, readXml, type XmlElement } from '../../../drawing/xml.js';
import { measurementByName } from '../../measurements.js';
import { isSet } from './piece-nodes.js';

/** Seamly2D's names for measurements that Selvage knows. */
const sameMeasurements: Readonly<Record<string, string>> = {
  height: 'height',
  neck_circ: 'neckGirth',
  neck_mid_circ: 'neckMidGirth',
  bust_circ: 'chestGirth',
  waist_circ: 'waistGirth',
  highhip_circ: 'highHipGirth',
  hip_circ: 'hipGirth',
  arm_upper_circ: 'armUpperGirth',
  arm_wrist_circ: 'wristGirth',
  arm_elbow_circ: 'elbowStraight',
  arm_elbow_circ_bent: 'elbowBent',
  arm_shoulder_tip_to_wrist: 'armLength',
  arm_shoulder_tip_to_wrist_bent: 'overArmLength',
  leg_thigh_upper_circ: 'thighGirth',
  leg_thigh_mid_circ: 'midThighGirth',
  leg_knee_circ: 'kneeGirth',
  leg_calf_circ: 'calfGirth',
  leg_ankle_circ: 'ankleGirth',
  leg_crotch_to_floor: 'crotchHeight',
  height_waist_side: 'waistHeight',
  across_chest_f: 'acrossChest',
  across_back_b: 'acrossBack',
  shoulder_length: 'neckSideToShoulder',
  bustpoint_to_bustpoint: 'bustSpan',
  neck_back_to_waist_b: 'neckToWaistBack',
  neck_front_to_waist_f: 'neckToWaistFront',
  neck_side_to_waist_b: 'neckSideToWaistBack',
  neck_side_to_waist_f: 'neckSideToWaistFront',
  armpit_to_waist_side: 'armpitToWaistSide',
  waist_arc_f: 'waistArcFront',
  waist_arc_b: 'waistArcBack',
  hip_arc_f: 'hipArcFront',
  hip_arc_b: 'hipArcBack',
  crotch_length: 'crotchLength',
  rise_length_side_sitting: 'riseLengthSideSitting',
};

/** A variable of the source: its label, and its value or formula in the unit of its own file. */
export interface SourceVariable {
  readonly label: string;
  readonly description: string;
  readonly formula: string;
  /** Our name of the measurement, if we know it. */
  readonly measurement: string | undefined;
  readonly isMeasurement: boolean;
  /** A length in the unit of its own file; otherwise, such as for degrees, its number holds in every unit. */
  readonly isLength: boolean;
}

export interface SourceMeasurements {
  readonly unit: 'mm' | 'cm' | 'in';
  readonly variables: readonly SourceVariable[];
}

const namedFile = /<measurements(?:\s+path\s*=\s*"([^"]*)")?[^>]*?(?:\/>|>([^<]*)<)/;

/** The measurement file that a pattern names: its path, and the names it may have today, in lower case. */
export function measurementsNamed(pattern: string): { path: string; fileNames: readonly string[] } | null {
  const [, attribute, text] = namedFile.exec(pattern) ?? [];
  const path = (attribute ?? text ?? '').trim().replace(/&amp;/g, '&');
  if (path === '') return null;
  const name = (path.split(/[\\/]/).at(-1) ?? '').toLowerCase();
  // Newer programs gave the same files other extensions.
  const newer = name.replace(/\.vit$/, '.smis').replace(/\.vst$/, '.smms');
  return { path, fileNames: newer === name ? [name] : [name, newer] };
}

export function unitOf(root: XmlElement): 'mm' | 'cm' | 'in' {
  const unit = childOf(root, 'unit')?.text.trim();
  return unit === 'mm' ? 'mm' : unit === 'inch' ? 'in' : 'cm';
}

/** Reads an individual file (`.smis`, `.vit`), or a multisize file (`.smms`, `.vst`) at its base size. @throws XmlError */
export function readMeasurements(source: string): SourceMeasurements {
  const root = readXml(source);
  const variables = [...descendants(root, 'm')].map((element): SourceVariable => {
    const label = element.attributes.get('name') ?? '';
    const isLength = !isSet(element.attributes.get('specialUnits'));
    const ours = isLength ? sameMeasurements[label] : undefined;
    return {
      label,
      description: element.attributes.get('description') ?? '',
      formula: element.attributes.get('value') ?? element.attributes.get('base') ?? '0',
      measurement: ours !== undefined && measurementByName(ours) ? ours : undefined,
      isMeasurement: true,
      isLength,
    };
  });
  // A multisize file gives its base size and height apart from its measurements.
  for (const label of ['size', 'height'] as const) {
    const base = [...descendants(root, label)][0]?.attributes.get('base');
    if (base !== undefined && !variables.some((variable) => variable.label === label)) {
      variables.push({
        label,
        description: '',
        formula: base,
        measurement: undefined,
        isMeasurement: true,
        isLength: true,
      });
    }
  }
  return { unit: unitOf(root), variables };
}

/** Seamly2D calls them variables since version 0.7.5 of its files. */
export function readIncrements(root: XmlElement): SourceVariable[] {
  return [...descendants(root, 'increment', 'variable')].map((element) => ({
    label: element.attributes.get('name') ?? '',
    description: element.attributes.get('description') ?? '',
    formula: element.attributes.get('formula') ?? element.attributes.get('base') ?? '0',
    measurement: undefined,
    isMeasurement: false,
    isLength: true,
  }));
}
