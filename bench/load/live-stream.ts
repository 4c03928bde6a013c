import { request } from 'node:http'
import type { LoadClinic } from './seed-clinics.ts'
import type { Recorder } from './recorder.ts'

export interface LiveStream {
  /** Closes the stream; resolves with the number of events that it has brought. */
  readonly end: () => Promise<number>
}

/** Follows the changes of a clinic as an open page does. A stream that ends early is an error. */
export function openLiveStream(
  base: string,
  clinic: LoadClinic,
  authorization: string,
  { noteError }: Pick<Recorder, 'noteError'>,
): LiveStream {
  let events = 0
  let isClosing = false
  const fail = (error: unknown) => {
    if (!isClosing) noteError('live stream', error)
  }
  const outgoing = request(`${base}/events?follow=1:changes:${clinic.id}`, {
    headers: { authorization, 'x-forwarded-for': clinic.address, accept: 'text/event-stream' },
  })
  outgoing.on('error', fail)
  outgoing.once('response', (response) => {
    if (response.statusCode !== 200) fail(new Error(`answered ${response.statusCode}`))
    response.setEncoding('utf8')
    response.on('data', (text: string) => (events += text.split('event:').length - 1))
    response.once('close', () => fail(new Error('ended by the server')))
    response.on('error', fail)
  })
  outgoing.end()
  return {
    end: async () => {
      isClosing = true
      outgoing.destroy()
      return events
    },
  }
}
