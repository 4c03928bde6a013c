import { z } from 'zod'
import { EnteredTechnique } from './bridge.ts'
import { SensorId } from './ids.ts'
import { defineRoute } from './route.ts'

export const enterTechnique = defineRoute({
  method: 'PUT',
  path: '/image/capture-xray/technique',
  summary: 'Change the entered technique of an armed sensor, if no generator reports one',
  variant: 'local',
  needs: 'study.capture',
  clinic: 'reach',
  body: z.object({ sensorId: SensorId, technique: EnteredTechnique }),
})
