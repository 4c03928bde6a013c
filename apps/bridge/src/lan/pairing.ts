import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PairingReply, PairingRequest } from '@talus/contract'
import type { Timing } from '@talus/devices'
import { getErrorCode } from '@talus/node-kit/error-code'
import {
  createPairingCode,
  createPairingKey,
  createProof,
  isSameProof,
} from '@talus/node-kit/pairing-proof'
import { writeDurably } from '@talus/node-kit/write-durably'
import { z } from 'zod'
import type { Log } from '../log.ts'
import { refuse } from '../refusal.ts'

interface PairingSettings {
  readonly folder: string
  readonly fingerprint: string
  readonly timing: Timing
  readonly log: Log
}

export const codeMs = 10 * 60_000
const wrongMax = 5
const attemptsPerMinute = 10
const minuteMs = 60_000

const Paired = z.array(z.object({ hash: z.string(), pairedOn: z.string() }))
const toHash = (token: string) => createHash('sha256').update(token).digest('hex')

/**
 * Servers of other computers that may use this bridge. A server gets its token for a code that the
 * bridge prints: the code works once, for ten minutes, and for five attempts.
 */
export function openPairing({ folder, fingerprint, timing, log }: PairingSettings) {
  const path = join(folder, 'paired.json')
  let paired = readPaired(path)
  let current: { readonly key: Promise<Buffer>; readonly until: number; wrong: number } | undefined
  let attempts: readonly number[] = []
  let onCodeNeeded: () => void = () => undefined

  function countAttempt() {
    const now = timing.now()
    attempts = attempts.filter((at) => now - at < minuteMs)
    if (attempts.length >= attemptsPerMinute) refuse('bridge/too-many')
    attempts = [...attempts, now]
  }

  async function store(next: z.output<typeof Paired>) {
    await writeDurably(path, JSON.stringify(next))
    paired = next
  }

  return {
    /** Creates the code that is valid from now on; the one before it is no longer. */
    createCode: (): string => {
      const code = createPairingCode()
      const key = createPairingKey(code, fingerprint)
      current = { key, until: timing.now() + codeMs, wrong: 0 }
      return code
    },
    /** Calls the listener when a server has tried to pair and no code is valid. */
    whenCodeNeeded: (listener: () => void) => {
      onCodeNeeded = listener
    },
    pair: async ({ nonce, proof }: PairingRequest): Promise<PairingReply> => {
      countAttempt()
      const tried = current
      if (!tried || timing.now() >= tried.until) {
        onCodeNeeded()
        return refuse('bridge/pairing')
      }
      const key = await tried.key
      // Another request may have used the code while the key was computed.
      if (current !== tried) return refuse('bridge/pairing')
      if (!isSameProof(proof, createProof(key, 'server', nonce))) {
        tried.wrong += 1
        log('pairing-refused', { wrong: tried.wrong })
        if (tried.wrong >= wrongMax) {
          current = undefined
          onCodeNeeded()
        }
        return refuse('bridge/pairing')
      }
      current = undefined
      const token = randomBytes(32).toString('base64url')
      await store([
        ...paired,
        { hash: toHash(token), pairedOn: new Date(timing.now()).toISOString() },
      ])
      log('paired')
      return { token, proof: createProof(key, 'bridge', nonce, token) }
    },
    unpair: async (token: string): Promise<void> => {
      await store(paired.filter(({ hash }) => hash !== toHash(token)))
      log('unpaired')
    },
    isPaired: (token: string): boolean => {
      const hash = toHash(token)
      return token !== '' && paired.some((one) => isSameProof(one.hash, hash))
    },
    count: () => paired.length,
  }
}

export type Pairing = ReturnType<typeof openPairing>

/** A damaged list ends the start: an empty one would refuse every paired server without a reason. */
function readPaired(path: string): z.output<typeof Paired> {
  try {
    return Paired.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch (error) {
    if (getErrorCode(error) === 'ENOENT') return []
    throw new Error(`${path} is damaged. Remove it, start again and pair the servers anew.`, {
      cause: error,
    })
  }
}
