import { z } from 'zod'
import { SpeciesId } from './codes.ts'
import {
  animalSizes,
  connectionTypes,
  generatorKeys,
  healthLevels,
  sensorModels,
  sensorStates,
} from './enumerations.ts'
import { SensorId, UserId } from './ids.ts'
import { Instant, plainText, requiredText } from './fields.ts'

export const Sensor = z.object({
  id: SensorId,
  brand: z.string(),
  model: z.enum(sensorModels),
  modality: z.enum(['General', 'Dental']),
  serverIp: z.string(),
  port: z.int().min(1).max(65_535),
})
export type Sensor = z.output<typeof Sensor>

/** The brand of a folder into which the software of some detector saves its images. */
export const folderBrand = 'Folder'

/** Brand and model as far as they are known: both are empty for a folder of an unknown detector. */
export const getKnownMake = ({
  brand,
  model,
}: {
  readonly brand: string
  readonly model: string
}) => ({
  brand: brand === folderBrand ? '' : brand,
  model: model === 'Unknown' ? '' : model,
})

/** Brand and model for a text; empty if neither is known. */
export function formatMake(sensor: { readonly brand: string; readonly model: string }): string {
  const { brand, model } = getKnownMake(sensor)
  return [brand, model].filter(Boolean).join(' ')
}

/** The X-ray rooms of a clinic, and the one in which the client's computer stands, if it is known. */
export const XRayRooms = z.object({ xRayRooms: z.array(z.string()), own: z.string().nullable() })
export type XRayRooms = z.output<typeof XRayRooms>

export const SensorStatus = z.object({
  state: z.enum(sensorStates),
  health: z.enum(healthLevels),
  battery: z.number().nullable(),
  temp: z.number().nullable(),
  latency: z.number().nullable(),
  isConnected: z.boolean(),
  connectionType: z.enum(connectionTypes),
})
export const GeneratorStatus = z.record(z.enum(generatorKeys), z.number())

const technique = {
  speciesId: SpeciesId,
  size: z.enum(animalSizes),
  bodyPart: requiredText(),
  bodyPartView: plainText(64),
  fo: z.number().nonnegative(),
  kv: z.number().positive(),
  ma: z.number().positive(),
  ms: z.number().positive(),
}
export const GeneratorTechnique = z.object(technique)
export const GeneratorTechniqueOverride = GeneratorTechnique.extend({
  userId: UserId,
  createdOn: Instant,
})
