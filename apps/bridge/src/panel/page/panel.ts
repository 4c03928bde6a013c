// The control panel of the simulator. It asks twice a second and shows what it is told; its token
// opens the simulator and nothing else. The bridge serves it with the types taken out.
import type { SimulatorOrder, SimulatorPicture } from '@talus/contract'

type Sensor = SimulatorPicture['sensors'][number]
type Generator = NonNullable<SimulatorPicture['generator']>
type Slots = Readonly<Record<string, HTMLElement>>

const faultsOnce: readonly Sensor['faults'][number][] = [
  'disconnect-in-transfer',
  'saturated',
  'under-exposed',
  'false-trigger',
  'short-frame',
  'handed-over-twice',
]
const faultsLasting: readonly Sensor['faults'][number][] = [
  'time-out',
  'disconnected',
  'low-battery',
  'over-temperature',
]
const generatorFaults: readonly Generator['faults'][number][] = ['generator-error', 'no-generator']
const tones: Readonly<Record<string, string>> = {
  NotAvailable: 'bad',
  Ready: 'good',
  WaitingForRadiation: 'good',
}

/** The bridge is the only one that answers, and its contract is checked on its side. */
const json = async <Shape>(answer: Response) => (await answer.json()) as Shape
const words = await json<Record<string, string>>(await fetch('/panel/words'))
const word = (key: string) => words[key] ?? key
const cards = new Map<string, Slots>()

function element<Kind extends HTMLElement>(selector: string, kind: new () => Kind): Kind {
  const found = document.querySelector(selector)
  if (!(found instanceof kind)) throw new Error(`no ${selector} on this page`)
  return found
}

function slot<Kind extends HTMLElement>(slots: Slots, name: string, kind: new () => Kind): Kind {
  const found = slots[name]
  if (!(found instanceof kind)) throw new Error(`no place for ${name} on this page`)
  return found
}

function say(text: string) {
  const notice = element('#notice', HTMLElement)
  notice.textContent = text
  notice.hidden = text === ''
}

async function enter(): Promise<string | undefined> {
  const code = location.hash.slice(1)
  const known = sessionStorage.getItem('panel')
  if (code === '' && known !== null) return known
  // A link works once: it has no business in the history.
  history.replaceState(null, '', '/panel')
  const answer = await fetch('/panel/enter', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(code === '' ? {} : { code }),
  })
  if (!answer.ok) return undefined
  const { token } = await json<{ token: string }>(answer)
  sessionStorage.setItem('panel', token)
  return token
}

let token = await enter()

function call(path: string, init: RequestInit = {}) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  return fetch(path, { ...init, headers })
}

async function send(body: SimulatorOrder) {
  const answer = await call('/simulator/order', { method: 'POST', body: JSON.stringify(body) })
  const { outcome, message } = await json<{ outcome?: string; message?: string }>(answer)
  if (body.order === 'expose' || message !== undefined) say(message ?? word(`outcome_${outcome}`))
  await refresh()
}

function cardFor(key: string, template: string, setUp: (slots: Slots) => void): Slots {
  const known = cards.get(key)
  if (known) return known
  const part = document.importNode(element(template, HTMLTemplateElement).content, true)
  const slots = Object.fromEntries(
    [...part.querySelectorAll<HTMLElement>('[data-slot]')].map((place) => [
      place.dataset.slot ?? '',
      place,
    ]),
  )
  setUp(slots)
  element('#devices', HTMLElement).append(part)
  cards.set(key, slots)
  return slots
}

function addFaults<Fault extends string>(
  place: HTMLElement,
  faults: readonly Fault[],
  setFault: (fault: Fault, isOn: boolean) => Promise<void>,
) {
  for (const fault of faults) {
    const button = document.createElement('button')
    button.type = 'button'
    button.textContent = word(`fault_${fault}`)
    button.dataset.fault = fault
    button.addEventListener('click', () => {
      void setFault(fault, button.getAttribute('aria-pressed') !== 'true')
    })
    place.append(button)
  }
}

function showFaults(place: HTMLElement, active: readonly string[]) {
  for (const button of place.querySelectorAll('button'))
    button.setAttribute('aria-pressed', String(active.includes(button.dataset.fault ?? '')))
}

function setUpSensor(slots: Slots, name: Sensor['name']) {
  slot(slots, 'name', HTMLElement).textContent = word(name)
  const setFault = (fault: Sensor['faults'][number], isOn: boolean) =>
    send({ order: 'sensor-fault', sensor: name, fault, isOn })
  addFaults(slot(slots, 'once', HTMLElement), faultsOnce, setFault)
  addFaults(slot(slots, 'lasting', HTMLElement), faultsLasting, setFault)
  slot(slots, 'expose', HTMLElement).addEventListener(
    'click',
    () => void send({ order: 'expose', sensor: name }),
  )
  const auto = slot(slots, 'auto', HTMLInputElement)
  const seconds = slot(slots, 'seconds', HTMLInputElement)
  const setAuto = () => {
    const wanted = Math.min(50, Math.max(0, seconds.valueAsNumber || 0))
    void send({ order: 'auto-expose', sensor: name, seconds: auto.checked ? wanted : null })
  }
  auto.addEventListener('change', setAuto)
  seconds.addEventListener('change', setAuto)
}

/** Written only when it changes: a screen reader would read it again otherwise. */
function write(slots: Slots, name: string, text: string): HTMLElement {
  const place = slot(slots, name, HTMLElement)
  if (place.textContent !== text) place.textContent = text
  return place
}
const numbers = new Intl.NumberFormat(document.documentElement.lang)
const measured = (value: number | null, unit: string) =>
  value === null ? '–' : `${numbers.format(value)}\u00A0${unit}`

function showSensor({ name, status, faults, autoExposeSeconds }: Sensor) {
  const slots = cardFor(name, '#sensor', (fresh) => setUpSensor(fresh, name))
  write(slots, 'state', word(`state_${status.state}`)).dataset.tone = tones[status.state] ?? 'busy'
  write(slots, 'about', `${status.brand} ${status.model} · ${status.connectionType}`)
  write(slots, 'battery', measured(status.battery, '%'))
  write(slots, 'temp', measured(status.temp, '°C'))
  write(slots, 'latency', measured(status.latency, 'ms'))
  write(slots, 'waiting', String(status.framesWaiting))
  write(slots, 'holder', status.lease?.holder ?? word('nobody'))
  slot(slots, 'expose', HTMLElement).setAttribute(
    'aria-disabled',
    String(status.state !== 'WaitingForRadiation'),
  )
  const seconds = slot(slots, 'seconds', HTMLInputElement)
  slot(slots, 'auto', HTMLInputElement).checked = autoExposeSeconds !== null
  if (autoExposeSeconds !== null && document.activeElement !== seconds)
    seconds.value = String(autoExposeSeconds)
  showFaults(slot(slots, 'once', HTMLElement), faults)
  showFaults(slot(slots, 'lasting', HTMLElement), faults)
}

function row(name: string, value: string) {
  const line = document.createElement('div')
  const term = document.createElement('dt')
  const shown = document.createElement('dd')
  term.textContent = name
  shown.textContent = value
  line.append(term, shown)
  return line
}

function showGenerator({ status, faults }: Generator) {
  const slots = cardFor('generator', '#generator', (fresh) =>
    addFaults(slot(fresh, 'lasting', HTMLElement), generatorFaults, (fault, isOn) =>
      send({ order: 'generator-fault', fault, isOn }),
    ),
  )
  const { kv = 0, ma = 0, ms = 0, mx = 0, fo = 0, ex = 0, pw = 0 } = status
  const power = word(pw === 1 ? 'powerOn' : 'powerOff')
  const tone = pw === 1 ? 'good' : ''
  write(slots, 'state', ex >= 10 ? `ex ${ex}` : power).dataset.tone = ex >= 10 ? 'bad' : tone
  slot(slots, 'values', HTMLElement).replaceChildren(
    row('kV', numbers.format(kv)),
    row('mA', numbers.format(ma)),
    row('ms', numbers.format(ms)),
    row('mAs', numbers.format(Number(mx.toPrecision(3)))),
    row(word('focus'), word(fo === 0 ? 'small' : 'large')),
    row('ex', String(ex)),
  )
  showFaults(slot(slots, 'lasting', HTMLElement), faults)
}

let isLost = false
async function refresh() {
  const answer = await call('/simulator')
  if (answer.status === 401) {
    // The bridge was started anew: its old tokens are gone.
    sessionStorage.removeItem('panel')
    token = await enter()
    if (token === undefined) say(word('needsLink'))
    return
  }
  const { sensors, generator } = await json<SimulatorPicture>(answer)
  if (generator) showGenerator(generator)
  for (const sensor of sensors) showSensor(sensor)
  if (isLost) say('')
  isLost = false
}

async function watch() {
  try {
    if (token === undefined) say(word('needsLink'))
    else await refresh()
  } catch {
    isLost = true
    say(word('lost'))
  }
  setTimeout(() => void watch(), 500)
}

await watch()
