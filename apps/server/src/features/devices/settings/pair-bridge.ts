import { createHash, randomBytes } from 'node:crypto'
import type { X509Certificate } from 'node:crypto'
import { TLSSocket } from 'node:tls'
import { BridgeRefusalBody, PairingReply, Refusal, refuse } from '@talus/contract'
import { createPairingKey, createProof, isSameProof } from '@talus/node-kit/pairing-proof'
import { openConnection } from '../../../outbound/open-connection.ts'
import { tryConnection } from '../../../outbound/try-connection.ts'
import { createPinnedFetch } from '../connection/pinned-fetch.ts'

export interface PairingInput {
  readonly address: string
  readonly port: number
  readonly code: string
}

export interface PairedBridge {
  readonly certificate: string
  /** The SHA-256 of the certificate. */
  readonly identity: string
  readonly token: string
}

const timeMs = 10_000

/**
 * Exchanges a pairing code for a token. The proofs contain the certificate that this server sees, so
 * a computer in between, which has another certificate, is found out by both sides.
 */
export async function pairBridge(input: PairingInput): Promise<PairedBridge> {
  const endpoint = { host: input.address, port: input.port }
  const paired: { bridge?: PairedBridge } = {}
  const refusal = await tryConnection({ ms: timeMs, endpoint }, async (signal) => {
    const certificate = await readCertificate(endpoint, signal)
    paired.bridge = await exchangeCode(input, certificate, signal)
  })
  if (refusal) throw refusal
  return paired.bridge ?? refuse('device/pairing-refused')
}

/** Reads the certificate of an unknown bridge, to which nothing is sent yet. */
async function readCertificate(
  endpoint: { readonly host: string; readonly port: number },
  signal: AbortSignal,
): Promise<X509Certificate> {
  const socket = await openConnection({
    endpoint,
    signal,
    // Bridges are in the network of the clinic.
    mayBePrivate: true,
    tls: { verify: false },
  })
  try {
    const certificate = socket instanceof TLSSocket ? socket.getPeerX509Certificate() : undefined
    return certificate ?? refuse('device/pairing-refused')
  } finally {
    socket.destroy()
  }
}

async function exchangeCode(
  { address, port, code }: PairingInput,
  x509: X509Certificate,
  signal: AbortSignal,
): Promise<PairedBridge> {
  const certificate = x509.toString()
  const identity = createHash('sha256').update(x509.raw).digest('hex')
  const key = await createPairingKey(code, identity)
  const nonce = randomBytes(32).toString('hex')
  const host = address.includes(':') ? `[${address}]` : address
  const fetchPinned = createPinnedFetch(certificate)
  const response = await fetchPinned(`https://${host}:${port}/pairing`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ nonce, proof: createProof(key, 'server', nonce) }),
    signal,
  }).catch(() => refuse('device/pairing-refused'))
  const body: unknown = await response.json().catch(() => undefined)
  if (!response.ok)
    throw BridgeRefusalBody.safeParse(body).data?.code === 'bridge/too-many'
      ? new Refusal('request/too-many')
      : new Refusal('device/pairing-refused')
  const { data } = PairingReply.safeParse(body)
  // A program that does not know the code could otherwise pass for the bridge.
  if (!data || !isSameProof(data.proof, createProof(key, 'bridge', nonce, data.token)))
    return refuse('device/pairing-refused')
  return { certificate, identity, token: data.token }
}
