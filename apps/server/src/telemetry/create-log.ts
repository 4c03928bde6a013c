import { pino } from 'pino'
import type { DestinationStream, Level } from 'pino'
import { batchLines } from './batch-lines.ts'
import { getRequestId } from './request-context.ts'

/** A log of JSON lines; those written for a request carry its ID. */
export const createLog = (
  level: Level | 'silent',
  destination: DestinationStream = batchLines(pino.destination(1)),
) =>
  pino(
    {
      level,
      redact: ['req.headers.authorization', 'headers.authorization'],
      mixin: () => {
        const requestId = getRequestId()
        return requestId === undefined ? {} : { requestId }
      },
    },
    destination,
  )
