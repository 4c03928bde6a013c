import type { BridgeId, ClinicId, Instant, sensorModels, SensorId } from '@talus/contract'
import type { Generated } from 'kysely'

/** A bridge, the process beside the X-ray hardware of one X-ray room. */
export interface BridgeTable {
  id: Generated<BridgeId>
  clinicId: ClinicId
  name: string
  xRayRoom: string
  /** `this-computer`, or the SHA-256 of the bridge's certificate in hexadecimal digits. */
  identity: string
  /** Null for the bridge of the server's own computer. */
  address: string | null
  port: number | null
  /** The certificate that the server trusts for this bridge, as PEM. */
  certificate: string | null
  /** The bridge's token for this server, encrypted. */
  token: string | null
  createdOn: Instant
}

export interface SensorTable {
  id: Generated<SensorId>
  clinicId: ClinicId
  bridgeId: BridgeId
  modality: 'General' | 'Dental'
  name: string
  brand: string
  model: (typeof sensorModels)[number]
  isEnabled: Generated<boolean>
}
