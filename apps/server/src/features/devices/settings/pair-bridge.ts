import { createHash, randomBytes } from 'node:crypto'
import type { X509Certificate } from 'node:crypto'
import { TLSSocket } from 'node:tls'
import { BridgeRefusalBody, PairingReply, Refusal, refuse } from '@talus/contract'
import type { ErrorCode } from '@talus/contract'
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

type Endpoint = Parameters<typeof tryConnection>[0]['endpoint']

/** A computer of the clinic's network answers at once; a user waits for an error this long. */
const connectMs = 4000
/** The bridge derives a key from the code, which a slow computer does in some seconds. */
const exchangeMs = 8000

/** The failures of a connection, in the words of a user who looks for the bridge. */
const connectionFaults: Readonly<Partial<Record<ErrorCode, ErrorCode>>> = {
  'connection/refused': 'device/no-bridge-there',
  'connection/unreachable': 'device/no-bridge-there',
  'connection/time-out': 'device/no-bridge-there',
  'connection/closed': 'device/not-a-bridge',
  'connection/not-tls': 'device/not-a-bridge',
  'connection/tls-failed': 'device/not-a-bridge',
  'connection/certificate': 'device/not-a-bridge',
}

/**
 * Exchanges a pairing code for a token. The proofs contain the certificate that this server sees, so
 * a computer in between, which has another certificate, is found out by both sides.
 */
export async function pairBridge(input: PairingInput): Promise<PairedBridge> {
  const endpoint = { host: input.address, port: input.port }
  const certificate = await connect(connectMs, endpoint, (signal) =>
    readCertificate(endpoint, signal),
  )
  return connect(exchangeMs, endpoint, (signal) => exchangeCode(input, certificate, signal))
}

/** Runs a step within its time. A failed connection becomes a refusal about the bridge. */
async function connect<Result>(
  ms: number,
  endpoint: Endpoint,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const done: { result?: Result } = {}
  const refusal = await tryConnection({ ms, endpoint }, async (signal) => {
    done.result = await work(signal)
  })
  if (refusal) {
    const code = connectionFaults[refusal.code]
    throw code ? new Refusal(code, { values: { ...endpoint } }) : refusal
  }
  return done.result ?? refuseAnswer(endpoint)
}

const refuseAnswer = (endpoint: Endpoint): never =>
  refuse('device/not-a-bridge', { values: { ...endpoint } })

/** Reads the certificate of an unknown bridge, to which nothing is sent yet. */
async function readCertificate(endpoint: Endpoint, signal: AbortSignal): Promise<X509Certificate> {
  const socket = await openConnection({
    endpoint,
    signal,
    // Bridges are in the network of the clinic.
    mayBePrivate: true,
    tls: { verify: false },
  })
  try {
    const certificate = socket instanceof TLSSocket ? socket.getPeerX509Certificate() : undefined
    return certificate ?? refuseAnswer(endpoint)
  } finally {
    socket.destroy()
  }
}

async function exchangeCode(
  { address, port, code }: PairingInput,
  x509: X509Certificate,
  signal: AbortSignal,
): Promise<PairedBridge> {
  const endpoint = { host: address, port }
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
    // The certificate is not self-signed as that of a bridge, or the program closed the connection.
  }).catch(() => refuseAnswer(endpoint))
  const body: unknown = await response.json().catch(() => undefined)
  if (!response.ok) return throwBridgeRefusal(body, endpoint)
  const { data } = PairingReply.safeParse(body)
  if (!data) return refuseAnswer(endpoint)
  // A program that does not know the code could otherwise pass for the bridge.
  if (!isSameProof(data.proof, createProof(key, 'bridge', nonce, data.token)))
    return refuse('device/pairing-refused')
  return { certificate, identity, token: data.token }
}

function throwBridgeRefusal(body: unknown, endpoint: Endpoint): never {
  const code = BridgeRefusalBody.safeParse(body).data?.code ?? ''
  if (code === 'bridge/pairing') refuse('device/pairing-refused')
  if (code === 'bridge/too-many') refuse('request/too-many')
  // A server of this product answers in the same form, with other codes.
  return code.startsWith('bridge/') ? refuse('device/unavailable') : refuseAnswer(endpoint)
}
