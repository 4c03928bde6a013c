import { z } from 'zod'
import { ClinicId } from './ids.ts'
import { limits } from './limits.ts'
import { defineRoute } from './route.ts'

/** A host, perhaps a port and a path; no user, query or fragment. */
const addressPattern =
  /^https?:\/\/(?<host>\[[0-9a-f:.]+\]|[^\s/:?#@[\]\\]+)(?::\d{1,5})?(?:\/[^\s?#@\\]*)?$/iu
/** Hosts that every computer understands as itself. */
const ownComputer = /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1\]|0\.0\.0\.0|\[::\])$/iu

/** Whether a link with this address works only on the computer on which the server runs. */
export const isLocalAddress = (address: string): boolean =>
  ownComputer.test(addressPattern.exec(address)?.groups?.['host'] ?? '')

/** An address as a user enters it: a host and perhaps a port, without a path, or nothing. */
export const LinkAddressText = z
  .string()
  .trim()
  .max(limits.textMax)
  .refine((text) => text === '' || addressPattern.test(text), 'field/link-address')

/** The address with which links to images begin, for recipients outside of this computer. */
export const LinkAddress = z.object({
  /** The address that the clinic has set; empty if it uses that of the server. */
  own: z.string(),
  /** The address with which links begin now. */
  used: z.string(),
  /** Links work only on this computer. */
  isLocal: z.boolean(),
  /** The server accepts no connections from other computers, whatever the address is. */
  isServerLocal: z.boolean(),
  /** Addresses at which other computers of the network may reach the server. */
  suggestions: z.array(z.string()),
})
export type LinkAddress = z.output<typeof LinkAddress>

const ofClinic = z.object({ clinicId: ClinicId })

export const linkAddressRoutes = {
  ofClinic: defineRoute({
    method: 'GET',
    path: '/link-address/:clinicId',
    summary: 'The address with which the links of a clinic begin',
    needs: 'image.email',
    clinic: { in: 'params', name: 'clinicId' },
    params: ofClinic,
    response: LinkAddress,
  }),
  update: defineRoute({
    method: 'PUT',
    path: '/link-address/:clinicId',
    summary: 'Set the address with which the links of a clinic begin; empty for that of the server',
    variant: 'local',
    needs: 'device.manage',
    clinic: { in: 'params', name: 'clinicId' },
    params: ofClinic,
    body: z.object({ address: LinkAddressText }),
    response: LinkAddress,
  }),
}
