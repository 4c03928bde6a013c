import { expect, test } from 'vitest'
import { routes } from './routes.ts'
import { UserDraft } from './user.ts'

test.each(['2026-11-19T00:00:00Z', '2026-11-19T00:00:00.000Z'])(
  '%s is an instant of a client',
  (instant) => {
    const user = UserDraft.safeParse({ createdOn: instant })
    const paths = user.error?.issues.map(({ path }) => path.join('.')) ?? []
    expect(paths).not.toContain('createdOn')
    const query = routes.audit.page.query.safeParse({ from: instant, to: instant })
    expect(query.error?.issues.map(({ path }) => path.join('.')) ?? []).not.toContain('from')
  },
)
