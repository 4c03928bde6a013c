import { CaptureContext, FrameInfo, SensorId } from '@talus/contract'
import { z } from 'zod'

/** The sensor that delivered a frame. */
export const FrameDevice = z.object({
  sensorId: SensorId,
  /** The key of the sensor on the event bus. */
  key: z.string(),
  brand: z.string(),
  model: z.string(),
  modality: z.enum(['General', 'Dental']),
  serial: z.string(),
})
export type FrameDevice = z.output<typeof FrameDevice>

/** Metadata stored with the raw data: enough to create the image without the bridge. */
export const RawFrameInfo = FrameInfo.extend({ context: CaptureContext, device: FrameDevice })
export type RawFrameInfo = z.output<typeof RawFrameInfo>
