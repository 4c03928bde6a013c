import { expect, test } from 'vitest'
import { openCaptureFixture } from '../../../testing/capture/capture-fixture.ts'
import { subscribeToEvents } from '../../../testing/server/event-client.ts'

/** A server of its own: connections that other tests leave open would be counted as well. */
test('an open event stream does not delay the shutdown of the server', async () => {
  const fixture = await openCaptureFixture()
  const token = await fixture.server.createToken(fixture.server.first.users.staff.id)
  const url = fixture.url(`events?follow=1:generator,2:sensor:${fixture.general}`)
  const stream = await subscribeToEvents(url, token)
  await stream.until('open')
  const started = Date.now()
  await fixture.server.app.close()
  expect(Date.now() - started).toBeLessThan(2000)
  await stream.ended
  await fixture.close()
})
