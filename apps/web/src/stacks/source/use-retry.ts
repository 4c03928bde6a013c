import { isContactFailure } from '../../api/server-contact.ts'
import { useServerReturn } from '../../api/use-server-return.ts'
import type { VolumeError } from '../volume/volume-client.ts'

/**
 * Loads slices again when the server answers after a lost connection. It asks for the health of the
 * server first: a new attempt without a server would only remove the slices that are visible.
 */
export function useRetry(fault: VolumeError | undefined, onRetry: () => void): void {
  useServerReturn(fault?.status !== undefined && isContactFailure(fault.status), onRetry)
}
