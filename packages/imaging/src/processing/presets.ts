import type { LocalizedNames } from '@talus/anatomy'
import type { ContrastSettings } from './contrast.ts'
import type { ToneSettings } from './tone.ts'

/** A processing preset: a frame can be processed with any preset at any time. */
export interface Preset {
  readonly names: LocalizedNames
  readonly contrast: ContrastSettings
  readonly tone: ToneSettings
}

export const presetIds = [
  'bone',
  'soft-tissue',
  'thorax',
  'lung',
  'abdomen',
  'spine',
  'dental',
  'equine-limb',
  'plain',
] as const
export type PresetId = (typeof presetIds)[number]

export const presets: Readonly<Record<PresetId, Preset>> = {
  bone: {
    names: { en: 'Bone', fr: 'Os' },
    contrast: { power: 0.7, edge: 1.4, latitude: 0.85, noise: 0.7 },
    tone: { shift: -0.08, width: 1 },
  },
  'soft-tissue': {
    names: { en: 'Soft tissue', fr: 'Tissus mous' },
    contrast: { power: 0.72, edge: 1.1, latitude: 0.75, noise: 0.85 },
    tone: { shift: -0.25, width: 1 },
  },
  thorax: {
    names: { en: 'Thorax', fr: 'Thorax' },
    contrast: { power: 0.65, edge: 1.15, latitude: 0.6, noise: 0.8 },
    tone: { shift: 0, width: 1.15 },
  },
  lung: {
    names: { en: 'Lung', fr: 'Poumon' },
    contrast: { power: 0.62, edge: 1.25, latitude: 0.55, noise: 0.75 },
    tone: { shift: -0.18, width: 1.05 },
  },
  abdomen: {
    names: { en: 'Abdomen', fr: 'Abdomen' },
    contrast: { power: 0.6, edge: 1.1, latitude: 0.65, noise: 0.85 },
    tone: { shift: 0, width: 1 },
  },
  spine: {
    names: { en: 'Spine and pelvis', fr: 'Colonne et bassin' },
    contrast: { power: 0.68, edge: 1.3, latitude: 0.6, noise: 0.8 },
    tone: { shift: 0.02, width: 1 },
  },
  dental: {
    names: { en: 'Dental', fr: 'Dentaire' },
    contrast: { power: 0.8, edge: 1.4, latitude: 0.9, noise: 0.6 },
    tone: { shift: 0, width: 1 },
  },
  'equine-limb': {
    names: { en: 'Horse limb', fr: 'Membre de cheval' },
    contrast: { power: 0.7, edge: 1.4, latitude: 0.75, noise: 0.7 },
    tone: { shift: -0.05, width: 1 },
  },
  plain: {
    names: { en: 'Unprocessed', fr: 'Sans traitement' },
    contrast: { power: 1, edge: 1, latitude: 1, noise: 0 },
    tone: { shift: 0, width: 1 },
  },
}
