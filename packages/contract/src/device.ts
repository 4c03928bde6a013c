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
import { route } from './route.ts'
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

const local = { variant: 'local', needs: 'study.capture', clinic: 'none' } as const

export const sensorRoutes = {
  ofThisMachine: route({
    ...local,
    method: 'GET',
    path: '/sensor/local',
    summary: 'The sensors of this machine',
    response: z.array(Sensor),
  }),
  list: route({
    ...local,
    method: 'GET',
    path: '/sensor',
    summary: 'All registered sensors',
    response: z.array(Sensor),
  }),
}

export const generatorRoutes = {
  power: route({
    ...local,
    needs: 'sign-in',
    method: 'POST',
    path: '/generator/power',
    summary: 'Switch the generator on or off; 501 where there is none',
    body: z.object({ value: z.union([z.literal(0), z.literal(1)]) }),
    response: GeneratorStatus,
  }),
  scales: route({
    ...local,
    method: 'GET',
    path: '/generator/scales',
    summary: 'The values that the generator can be set to',
    response: z.record(z.string(), z.array(z.number())),
  }),
  techniques: route({
    ...local,
    method: 'GET',
    path: '/generatorTechnique',
    summary: 'Default techniques',
    response: z.array(GeneratorTechnique),
  }),
  overrides: route({
    ...local,
    method: 'GET',
    path: '/generatorTechniquesOverride',
    summary: 'The techniques that a user has saved',
    query: z.object({ userId: UserId.optional() }),
    response: z.array(GeneratorTechniqueOverride),
  }),
  saveOverride: route({
    ...local,
    method: 'POST',
    path: '/generatorTechniquesOverride/save',
    summary: 'Save the current technique as one’s own',
    body: GeneratorTechnique.extend({ userId: UserId.optional() }),
    response: GeneratorTechniqueOverride,
  }),
}
