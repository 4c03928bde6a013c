import { BlockList, isIP } from 'node:net'
import type { AttemptReason, DicomDevice, ExchangeRight } from '@talus/contract'
import { isStorageClass, uids } from '../../../dimse/index.ts'
import type { Caller } from '../../../dimse/index.ts'

/** Whether an address belongs to a network, which is an address or in CIDR notation. */
export function isInNetwork(address: string, network: string): boolean {
  const [base = '', prefix] = network.split('/')
  const family = isIP(base) === 6 ? 'ipv6' : 'ipv4'
  if (isIP(base) === 0 || isIP(address) !== isIP(base)) return false
  const list = new BlockList()
  if (prefix === undefined) list.addAddress(base, family)
  else list.addSubnet(base, Number(prefix), family)
  return list.check(address, family)
}

type Identity = Pick<DicomDevice, 'aeTitle' | 'network' | 'certificate'>
type Sender = Pick<Caller, 'calling' | 'address' | 'certificate'>

const isAddressRight = ({ network }: Identity, { address }: Sender) =>
  network === '' || isInNetwork(address, network)
const isCertificateRight = ({ certificate }: Identity, sender: Sender) =>
  certificate === '' || certificate === sender.certificate

/** The devices that the caller is: its title, and the address and certificate that they state. */
export const findMatching = <Device extends Identity>(
  devices: readonly Device[],
  sender: Sender,
): readonly Device[] =>
  devices.filter(
    (device) =>
      device.aeTitle === sender.calling &&
      isAddressRight(device, sender) &&
      isCertificateRight(device, sender),
  )

/** Why no device matches, as the user of the screen must know it. */
export function explainMismatch(devices: readonly Identity[], sender: Sender): AttemptReason {
  const named = devices.filter(({ aeTitle }) => aeTitle === sender.calling)
  if (named.length === 0) return 'unlisted'
  return named.some((device) => isAddressRight(device, sender))
    ? 'other-certificate'
    : 'other-address'
}

const queries: readonly string[] = [uids.studyRootFind, uids.worklistFind]
const retrievals: readonly string[] = [uids.studyRootMove, uids.studyRootGet]

/** The right that a presentation context needs; undefined for a C-ECHO. */
export function getNeededRight(
  sopClass: string,
  retrieveSopClasses: ReadonlySet<string>,
): ExchangeRight | undefined {
  if (queries.includes(sopClass)) return 'query'
  if (retrievals.includes(sopClass)) return 'retrieve'
  if (!isStorageClass(sopClass)) return undefined
  return retrieveSopClasses.has(sopClass) ? 'retrieve' : 'store'
}
