import { z } from 'zod'
import { GeneratorOrder, GeneratorOrderQuery } from './bridge.ts'
import {
  GeneratorStatus,
  GeneratorTechnique,
  GeneratorTechniqueOverride,
  Sensor,
  XRayRooms,
} from './device.ts'
import { SensorId, StudyId, UserId } from './ids.ts'
import { ignoreRestOf } from './ignored-fields.ts'
import { defineRoute } from './route.ts'
import { PageId, SensorStatusReply } from './sensor-use.ts'

const local = { variant: 'local', needs: 'study.capture', clinic: 'none' } as const
/** Devices belong to a clinic. */
const ofClinic = { ...local, clinic: 'reach' } as const

export const sensorRoutes = {
  ofThisMachine: defineRoute({
    ...ofClinic,
    method: 'GET',
    path: '/sensor/local',
    summary: 'The sensors of this computer',
    response: z.array(Sensor),
  }),
  xRayRooms: defineRoute({
    ...ofClinic,
    method: 'GET',
    path: '/sensor/rooms',
    summary: 'The X-ray rooms of the clinic, and the one in which this computer stands',
    response: XRayRooms,
  }),
  list: defineRoute({
    ...ofClinic,
    method: 'GET',
    path: '/sensor',
    summary: 'All registered sensors',
    response: z.array(Sensor),
  }),
  status: defineRoute({
    ...ofClinic,
    method: 'GET',
    path: '/sensor/:id/status',
    summary: 'The state of a sensor',
    params: z.object({ id: SensorId }),
    response: SensorStatusReply,
  }),
  events: defineRoute({
    ...ofClinic,
    method: 'GET',
    path: '/sensor/:id/events',
    summary: 'The events of a sensor, as server-sent events',
    params: z.object({ id: SensorId }),
    produces: 'text/event-stream',
  }),
}

export const generatorRoutes = {
  power: defineRoute({
    ...ofClinic,
    method: 'POST',
    path: '/generator/power',
    summary:
      'Switch the generator on or off; 501 if there is none, and 409 with the holder if it stays on for another session',
    body: z.object({ value: z.union([z.literal(0), z.literal(1)]) }),
    response: GeneratorStatus,
  }),
  status: defineRoute({
    ...ofClinic,
    method: 'GET',
    path: '/generator/status',
    summary: 'The values of the generator, a line of key:value for each',
    produces: 'text/plain',
  }),
  events: defineRoute({
    ...ofClinic,
    method: 'GET',
    path: '/generator/events',
    summary: 'The values of the generator whenever they change, as lines of key:value',
    produces: 'text/plain',
  }),
  order: defineRoute({
    ...ofClinic,
    method: 'GET',
    path: '/generator/:order',
    summary: 'Set a value of the generator; the response is lines of key:value',
    params: z.object({ order: GeneratorOrder }),
    query: GeneratorOrderQuery.extend({
      /** The page and study of the order: while a capture is armed, only its own may set values. */
      page: PageId.optional(),
      studyId: StudyId.optional(),
    }),
    produces: 'text/plain',
  }),
  scales: defineRoute({
    ...ofClinic,
    method: 'GET',
    path: '/generator/scales',
    summary: 'The values that the generator can be set to',
    response: z.record(z.string(), z.array(z.number())),
  }),
  techniques: defineRoute({
    ...local,
    method: 'GET',
    path: '/generatorTechnique',
    summary: 'Default techniques',
    response: z.array(GeneratorTechnique),
  }),
  overrides: defineRoute({
    ...local,
    method: 'GET',
    path: '/generatorTechniquesOverride',
    summary: 'The techniques that a user has saved',
    query: z.object({ userId: UserId.optional() }),
    response: z.array(GeneratorTechniqueOverride),
  }),
  saveOverride: defineRoute({
    ...local,
    method: 'POST',
    path: '/generatorTechniquesOverride/save',
    summary: 'Save the current technique for the user',
    body: ignoreRestOf(
      GeneratorTechniqueOverride,
      GeneratorTechnique.extend({ userId: UserId.optional() }),
    ),
    response: GeneratorTechniqueOverride,
  }),
}
