import { expect, test } from 'vitest'

/**
 * State that a sign-out leaves as it is, by file and variable, with the reason. Everything else at the top level of a
 * module must be reset by `onSignOut` or be a `createSessionStore`.
 */
const kept: Readonly<Record<string, string>> = {
  'call.ts signedOutListener': 'set once, when the application starts',
  'call.ts forbiddenListener': 'set once, when the application starts',
  'modal-lock.ts ModalLockContext': 'a React context, whose value is a function of the modal',
  'toolbar-place.ts ToolbarPlaceContext': 'a React context, whose value is given by the toolbar',
  'slice-drawings.ts places': 'the places of the slices of a series, while the page holds it',
  'page-id.ts pageId': 'identifies the page, not its user',
  'pending-requests.ts pendingRequests': 'counts requests until they end',
  'session-state.ts resets': 'the registry itself',
  'server-identity.ts serverIdentityStore': 'the same for every user',
  'report-error.ts reported': 'limits the reports of the page',
  'browser-storage.ts persistentStorage': 'access to the storage; the stored values have owners',
  'reference-link.tsx OpenPathContext': 'a React context, whose value is a function of the page',
  'report-facts.ts ReportFactsContext': 'a React context, whose value is given by the page',
  'clinic-needed.tsx NoClinicContext': 'a React context, whose value is a component',
  'workplace.ts workplaceStore': 'the room belongs to the computer; the clinic is reset',
  'browser-storage.ts tabStorage': 'access to the storage; the stored values have owners',
  'generator-connection.ts connection': 'open while a page uses it',
  'generator-connection.ts sending': 'ends when the queue is empty',
  'generator-connection.ts store': 'state of the machine',
  'session.ts sessionCaches': 'views of the query cache, which is cleared, collected with it',
  'tab-stream.ts lastKey': 'numbers the topics of the page, whoever is signed in',
  'router.tsx routerReference': 'set once, when the application starts',
  'sensor-connection.ts connections': 'state of the machines',
  'use-sensor.ts unknownSensor': 'never changed',
  'use-selected-cases.ts none': 'never changed',
  'open-import.tsx openId': 'undefined once the dialogs are closed',
  'language.ts requestedNamespaces': 'the same for every user',
  'lazy-code.ts fetched': 'the code of the page',
  'lazy-code.ts parts': 'the code of the page',
  'load-code.ts loaded': 'the code of the page',
  'drafts.ts owner': 'decides whether the drafts belong to the next user',
  'use-shortcuts.ts activeShortcuts': 'counts mounted components',
  'dates.ts formatters': 'cache without data of users',
  'format-number.ts formatters': 'cache without data of users',
  'rail-pin.ts railPinned': 'preference of the browser',
  'use-shortcuts.ts shortcutsEnabled': 'preference of the browser',
  'sounds.ts soundsEnabled': 'preference of the browser',
  'surface-changes.ts listeners': 'set once, when the application starts',
  'dark-page.ts darkPageCount': 'counts mounted pages',
  'toast-store.ts timers': 'end within seconds',
  'rays.worker.ts opened': 'state of a worker, which ends with the viewer',
  'volume.worker.ts memory': 'state of a worker, which ends with the viewer',
  'volume.worker.ts attempt': 'state of a worker, which ends with the viewer',
  'volume.worker.ts isStreaming': 'state of a worker, which ends with the viewer',
  'volume.worker.ts reportedAt': 'state of a worker, which ends with the viewer',
  'volume.worker.ts isJumping': 'state of a worker, which ends with the viewer',
  'volume.worker.ts nextJump': 'state of a worker, which ends with the viewer',
  'volume.worker.ts wanted': 'state of a worker, which ends with the viewer',
  'volume.worker.ts failed': 'state of a worker, which ends with the viewer',
  'image-cache.ts emptyStore': 'never changed',
  'choose-renderer.ts webgl': 'capability of the browser',
  'choose-renderer.ts isProbePlanned': 'capability of the browser',
  'rays-client.ts isCardUsable': 'capability of the browser',
  'draw-image.ts tableCaches': 'grey levels by canvas, collected with it',
  'body.ts blocks': 'cache of nodes that nothing else refers to',
  'report-changes.ts layoutCache': 'cache of pages that nothing else refers to',
  'study-state-api.ts pendingSaves':
    'promises without data; the next user also waits for a pending save',
}

/** Functions that create constants. */
const constantFactories = ['createIcon', 'createTheme', 'createBrowserRouter']

const sources = import.meta.glob<string>(['./**/*.{ts,tsx}', '!./**/*.test.{ts,tsx}'], {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** Names of the variables at the top level of a module that can hold state. */
function findState(text: string): string[] {
  const variables = text.matchAll(/^(?:export )?let (\w+)/gmu)
  const objects = text.matchAll(
    /^(?:export )?const (\w+)(?:: [^=\n]+)? =\s+(?:new (?:Weak)?(?:Map|Set)(?:<.*>)?\(\)|new QueryClient\b|(create[A-Z]\w*)(?:<.*>)?\()/gmu,
  )
  const literals = text.matchAll(
    /^(?:export )?const (\w+)(?:: (?!readonly |Readonly)[^=\n]+)? = (?:\{\}|\[\])$/gmu,
  )
  return [
    ...[...variables, ...literals].map(([, name]) => name),
    ...[...objects]
      .filter(([, , factory]) => !constantFactories.includes(factory ?? ''))
      .filter(([, , factory]) => factory !== 'createSessionStore')
      .map(([, name]) => name),
  ].filter((name) => name !== undefined)
}

/** The functions that a module registers with `onSignOut`. */
const findResets = (text: string) =>
  [...text.matchAll(/^onSignOut\((?:.*\)$|[^]*?^\}\))/gmu)].map(([reset]) => reset).join('\n')

/** How a reset names the state that it clears, where another function does it. */
const clearedBy: Readonly<Record<string, string>> = {
  tokenStore: 'storeToken',
  selectedClinicStore: 'selectClinic',
  drafts: 'clearDrafts',
}

const found = Object.entries(sources).flatMap(([path, text]) =>
  findState(text).map((name) => ({
    name,
    place: `${path.split('/').at(-1)} ${name}`,
    resets: findResets(text),
  })),
)

test('every module-level state is reset by a sign-out or kept for a stated reason', () => {
  const forgotten = found.filter(
    ({ place, name, resets }) =>
      kept[place] === undefined &&
      !new RegExp(`\\b(?:${name}|${clearedBy[name] ?? name})\\b`, 'u').test(resets),
  )
  expect(forgotten.map(({ place }) => place)).toEqual([])
})

test('every kept module-level state exists', () => {
  const places = found.map(({ place }) => place)
  expect(Object.keys(kept).filter((place) => !places.includes(place))).toEqual([])
})

test('the search for module-level state finds variables, collections and stores', () => {
  const text = [
    'let openId: number | undefined',
    'const drafts = new Map<string, Readonly<Record<string, unknown>>>()',
    'export const queryClient = new QueryClient({',
    'export const notices = createNotices()',
    'const store = createStore<number>(0)',
    'const own = createSessionStore(0)',
    'const names = new Map(Object.entries(bodyParts))',
    'const none: readonly Image[] = []',
    'const reference: { router?: Router } = {}',
    '  let local = 0',
  ].join('\n')
  expect(findState(text)).toEqual([
    'openId',
    'reference',
    'drafts',
    'queryClient',
    'notices',
    'store',
  ])
})

test('only api/records/mark-stale.ts invalidates queries; mutations declare what they make stale', () => {
  const callers = Object.entries(sources).filter(([, text]) => text.includes('invalidateQueries('))
  expect(callers.map(([path]) => path)).toEqual(['./api/records/mark-stale.ts'])
})
