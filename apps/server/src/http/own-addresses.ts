import { networkInterfaces } from 'node:os'

/** The IPv4 addresses of this computer in its networks, as the start of a URL. */
export function listOwnAddresses(port: number): string[] {
  const addresses = Object.values(networkInterfaces()).flatMap((all = []) => all)
  return addresses
    .filter(({ family, internal, address }) => {
      const isLinkLocal = address.startsWith('169.254.')
      return family === 'IPv4' && !internal && !isLinkLocal
    })
    .map(({ address }) => `http://${address}:${port}`)
}
