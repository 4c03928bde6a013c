import type { Config } from './config.ts'
import { demoPassword, demoUsernames } from './demo/index.ts'
import type { PendingSetUp } from './features/set-up/index.ts'
import { listOwnAddresses } from './http/own-addresses.ts'
import { isLoopback } from './outbound/loopback.ts'

interface Started {
  readonly hasDemo: boolean
  /** Undefined for a server without pages. */
  readonly pendingSetUp: PendingSetUp | undefined
  readonly dicomPorts: { readonly port: number | null; readonly tlsPort: number | null }
  readonly metricsPort: number | undefined
}

/** The lines that a server prints when it is ready. */
export function formatGreeting(
  config: Config,
  address: string,
  { hasDemo, pendingSetUp, dicomPorts: { port, tlsPort }, metricsPort }: Started,
): string {
  const lines = [
    '',
    `  Talus is ready: ${new URL(config.basePath, address).href}`,
    `  DICOM: port ${port ?? 'none'}, with TLS ${tlsPort ?? 'none'}`,
  ]
  if (metricsPort !== undefined) lines.push(`  Metrics: port ${metricsPort}`)
  if (hasDemo)
    lines.push('', `  Demo sign-ins, password ${demoPassword}:`, `  ${demoUsernames.join(', ')}`)
  if (pendingSetUp) lines.push(...formatSetUp(config, address, pendingSetUp))
  return [...lines, ''].join('\n')
}

/**
 * The link with which the first user sets an empty system up. The code is in the fragment, which
 * browsers send to no server.
 */
export function formatSetUp(
  config: Pick<Config, 'basePath' | 'host' | 'hasPublicUrl' | 'publicUrl'>,
  address: string,
  pendingSetUp: PendingSetUp,
): string[] {
  if (pendingSetUp.state === 'done') return []
  if (pendingSetUp.state === 'printed by another server')
    return [
      '',
      '  This system is empty. The server that started first has printed the link to set it up;',
      '  npm run setup-link prints a new one.',
    ]
  const { code } = pendingSetUp
  const pages = config.hasPublicUrl ? config.publicUrl : new URL(config.basePath, address).href
  const lines = ['', '  This system is empty. Set it up in the browser:', `  ${pages}setup#${code}`]
  const [network] = isLoopback(config.host) ? [] : listOwnAddresses(Number(new URL(address).port))
  if (!config.hasPublicUrl && network !== undefined)
    lines.push('  or from another computer:', `  ${network}${config.basePath}setup#${code}`)
  return [...lines, '  The link works once, for a day, and makes its user the administrator.']
}
