// The control panel of the simulator. It polls twice a second and shows the state; its token gives
// access to the simulator only. The bridge serves this file with its types stripped.
import type { SimulatorOrder, SimulatorState } from '@talus/contract'

type Sensor = SimulatorState['sensors'][number]
type Generator = NonNullable<SimulatorState['generator']>
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

/** Not validated: only the bridge responds, and it checks its responses against the contract. */
const json = async <Shape>(response: Response) => (await response.json()) as Shape
const texts = await json<Record<string, string>>(await fetch('/panel/words'))
const translate = (key: string) => texts[key] ?? key
const cards = new Map<string, Slots>()

function element<Kind extends HTMLElement>(selector: string, kind: new () => Kind): Kind {
  const found = document.querySelector(selector)
  if (!(found instanceof kind)) throw new Error(`no ${selector} on this page`)
  return found
}

function slot<Kind extends HTMLElement>(slots: Slots, name: string, kind: new () => Kind): Kind {
  const found = slots[name]
  if (!(found instanceof kind)) throw new Error(`no slot ${name} on this page`)
  return found
}

function showNotice(text: string) {
  const notice = element('#notice', HTMLElement)
  notice.textContent = text
  notice.hidden = text === ''
}

async function enter(): Promise<string | undefined> {
  const code = location.hash.slice(1)
  const known = sessionStorage.getItem('panel')
  if (code === '' && known !== null) return known
  // A link works only once, so it is removed from the history.
  history.replaceState(null, '', '/panel')
  const response = await fetch('/panel/enter', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(code === '' ? {} : { code }),
  })
  if (!response.ok) return undefined
  const { token } = await json<{ token: string }>(response)
  sessionStorage.setItem('panel', token)
  return token
}

let token = await enter()

function call(path: string, init: RequestInit = {}) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  return fetch(path, { ...init, headers })
}

async function send(body: SimulatorOrder) {
  const response = await call('/simulator/order', { method: 'POST', body: JSON.stringify(body) })
  const { outcome, message } = await json<{ outcome?: string; message?: string }>(response)
  if (body.order === 'expose' || message !== undefined)
    showNotice(message ?? translate(`outcome_${outcome}`))
  await refresh()
}

function getCard(key: string, template: string, setUp: (slots: Slots) => void): Slots {
  const known = cards.get(key)
  if (known) return known
  const part = document.importNode(element(template, HTMLTemplateElement).content, true)
  const slots = Object.fromEntries(
    [...part.querySelectorAll<HTMLElement>('[data-slot]')].map((node) => [
      node.dataset.slot ?? '',
      node,
    ]),
  )
  setUp(slots)
  element('#devices', HTMLElement).append(part)
  cards.set(key, slots)
  return slots
}

function addFaults<Fault extends string>(
  container: HTMLElement,
  faults: readonly Fault[],
  setFault: (fault: Fault, isOn: boolean) => Promise<void>,
) {
  for (const fault of faults) {
    const button = document.createElement('button')
    button.type = 'button'
    button.textContent = translate(`fault_${fault}`)
    button.dataset.fault = fault
    button.addEventListener('click', () => {
      void setFault(fault, button.getAttribute('aria-pressed') !== 'true')
    })
    container.append(button)
  }
}

function showFaults(container: HTMLElement, active: readonly string[]) {
  for (const button of container.querySelectorAll('button'))
    button.setAttribute('aria-pressed', String(active.includes(button.dataset.fault ?? '')))
}

function setUpSensor(slots: Slots, name: Sensor['name']) {
  slot(slots, 'name', HTMLElement).textContent = translate(name)
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
    const delay = Math.min(50, Math.max(0, seconds.valueAsNumber || 0))
    void send({ order: 'auto-expose', sensor: name, seconds: auto.checked ? delay : null })
  }
  auto.addEventListener('change', setAuto)
  seconds.addEventListener('change', setAuto)
}

/** Writes only a changed text: otherwise a screen reader would read it again. */
function write(slots: Slots, name: string, text: string): HTMLElement {
  const target = slot(slots, name, HTMLElement)
  if (target.textContent !== text) target.textContent = text
  return target
}
const numberFormat = new Intl.NumberFormat(document.documentElement.lang)
const formatMeasurement = (value: number | null, unit: string) =>
  value === null ? '–' : `${numberFormat.format(value)}\u00A0${unit}`

function showSensor({ name, status, faults, autoExposeSeconds }: Sensor) {
  const slots = getCard(name, '#sensor', (fresh) => setUpSensor(fresh, name))
  write(slots, 'state', translate(`state_${status.state}`)).dataset.tone =
    tones[status.state] ?? 'busy'
  write(slots, 'about', `${status.brand} ${status.model} · ${status.connectionType}`)
  write(slots, 'battery', formatMeasurement(status.battery, '%'))
  write(slots, 'temp', formatMeasurement(status.temp, '°C'))
  write(slots, 'latency', formatMeasurement(status.latency, 'ms'))
  write(slots, 'waiting', String(status.framesWaiting))
  write(slots, 'holder', status.lease?.holder ?? translate('nobody'))
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

function createRow(name: string, value: string) {
  const line = document.createElement('div')
  const term = document.createElement('dt')
  const definition = document.createElement('dd')
  term.textContent = name
  definition.textContent = value
  line.append(term, definition)
  return line
}

function showGenerator({ status, faults }: Generator) {
  const slots = getCard('generator', '#generator', (fresh) =>
    addFaults(slot(fresh, 'lasting', HTMLElement), generatorFaults, (fault, isOn) =>
      send({ order: 'generator-fault', fault, isOn }),
    ),
  )
  const { kv = 0, ma = 0, ms = 0, mx = 0, fo = 0, ex = 0, pw = 0 } = status
  const power = translate(pw === 1 ? 'powerOn' : 'powerOff')
  const tone = pw === 1 ? 'good' : ''
  write(slots, 'state', ex >= 10 ? `ex ${ex}` : power).dataset.tone = ex >= 10 ? 'bad' : tone
  slot(slots, 'values', HTMLElement).replaceChildren(
    createRow('kV', numberFormat.format(kv)),
    createRow('mA', numberFormat.format(ma)),
    createRow('ms', numberFormat.format(ms)),
    createRow('mAs', numberFormat.format(Number(mx.toPrecision(3)))),
    createRow(translate('focus'), translate(fo === 0 ? 'small' : 'large')),
    createRow('ex', String(ex)),
  )
  showFaults(slot(slots, 'lasting', HTMLElement), faults)
}

let isLost = false
async function refresh() {
  const response = await call('/simulator')
  if (response.status === 401) {
    // The bridge was restarted, so its old tokens are invalid.
    sessionStorage.removeItem('panel')
    token = await enter()
    if (token === undefined) showNotice(translate('needsLink'))
    return
  }
  const { sensors, generator } = await json<SimulatorState>(response)
  if (generator) showGenerator(generator)
  for (const sensor of sensors) showSensor(sensor)
  if (isLost) showNotice('')
  isLost = false
}

async function watch() {
  try {
    if (token === undefined) showNotice(translate('needsLink'))
    else await refresh()
  } catch {
    isLost = true
    showNotice(translate('lost'))
  }
  setTimeout(() => void watch(), 500)
}

await watch()
