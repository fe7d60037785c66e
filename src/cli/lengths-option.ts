/** The option for the units in which a file for people shows lengths. */
import { Option } from 'commander';
import { lengthsChoices } from '../drawing/lengths.js';

export const lengthsOption = (help: string): Option => new Option('--lengths <UNITS>', help).choices(lengthsChoices);
