import { CaptureContext, FrameInfo, SensorId } from '@talus/contract'
import { z } from 'zod'

/** Which device took a frame. */
export const FrameDevice = z.object({
  sensorId: SensorId,
  /** As the bridge's sensors are told apart, for whoever listens to one. */
  key: z.string(),
  brand: z.string(),
  model: z.string(),
  modality: z.enum(['General', 'Dental']),
  serial: z.string(),
})
export type FrameDevice = z.output<typeof FrameDevice>

/** What is kept beside raw data: enough to make the image of them without the bridge. */
export const RawFrameInfo = FrameInfo.extend({ context: CaptureContext, device: FrameDevice })
export type RawFrameInfo = z.output<typeof RawFrameInfo>
