import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

test('the defaults are the local variant on loopback', () => {
  expect(readConfig({})).toMatchObject({
    variant: 'local',
    host: '127.0.0.1',
    port: 4280,
    isDemo: true,
    dicomPort: 11_113,
    dicomTlsPort: 11_112,
    dicomAeTitle: 'TALUS',
    bridgePort: 4290,
    smtpDefaultHost: '',
    basePath: '/vue/',
    apiBase: '/api/',
    publicUrl: 'http://localhost:4280/vue/',
    databaseUrl: undefined,
  })
})

test('the cloud variant has its own paths', () => {
  expect(readConfig({ TALUS_VARIANT: 'cloud' })).toMatchObject({
    basePath: '/',
    apiBase: '/aws/api/',
  })
})

test('the local variant has a launcher to return to, the cloud variant has none', () => {
  const environment = { LAUNCHER_EXIT_URL: 'http://127.0.0.1:9000/exit' }
  expect(readConfig(environment).launcherExitUrl).toBe('http://127.0.0.1:9000/exit')
  expect(readConfig({ ...environment, TALUS_VARIANT: 'cloud' }).launcherExitUrl).toBeUndefined()
})

test('only the local variant connects to private hosts by default', () => {
  const allows = (environment: Readonly<Record<string, string>>) =>
    readConfig(environment).allowPrivateHosts
  expect(allows({})).toBe(true)
  expect(allows({ TALUS_VARIANT: 'cloud' })).toBe(false)
  expect(allows({ TALUS_VARIANT: 'cloud', ALLOW_PRIVATE_HOSTS: '1' })).toBe(true)
})

test('the paths of the web pages and of the API can be set', () => {
  expect(readConfig({ BASE_PATH: '/imaging', API_BASE: '/imaging/api/' })).toMatchObject({
    basePath: '/imaging/',
    apiBase: '/imaging/api/',
  })
})

test('an empty variable counts as not set', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '', S3_BUCKET: '' })).toMatchObject({
    port: 4280,
    databaseUrl: undefined,
    s3: undefined,
  })
})

test.each([
  [{ DATABASE_URL: 'mysql://somewhere' }, /DATABASE_URL/u],
  [{ DICOMWEB_PROXY_URL: 'file:///etc/passwd' }, /DICOMWEB_PROXY_URL/u],
  [{ PORT: '70000' }, /PORT/u],
  [{ BASE_PATH: 'javascript:alert(1)' }, /BASE_PATH/u],
  [{ DICOM_AE_TITLE: 'MORE-THAN-16-LETTERS' }, /DICOM_AE_TITLE/u],
  [{ DICOM_IP: 'clinic-pc' }, /DICOM_IP must be an IP address; it is clinic-pc\./u],
  [{ HOST: '0.0.0.0' }, /TALUS_DEMO/u],
])('%j is refused with the name of the variable', (environment, name) => {
  expect(() => readConfig(environment)).toThrow(name)
})

test.each(['127.0.0.1', '::1', 'localhost'])(
  'the demo is on by default when listening on %s',
  (HOST) => {
    expect(readConfig({ HOST }).isDemo).toBe(true)
  },
)

test('beyond loopback the demo is shown only on request', () => {
  expect(readConfig({ HOST: '0.0.0.0', TALUS_DEMO: '1' }).isDemo).toBe(true)
  expect(readConfig({ HOST: '0.0.0.0', TALUS_DEMO: '0' }).isDemo).toBe(false)
})

test('the DICOM ports are open to the network, unless they show the demo', () => {
  expect(readConfig({ TALUS_DEMO: '0' }).dicomBind).toBeUndefined()
  expect(readConfig({}).dicomBind).toBe('127.0.0.1')
  expect(readConfig({ DICOM_BIND: '10.1.2.3' }).dicomBind).toBe('10.1.2.3')
  expect(readConfig({}).dicomProxies).toEqual([])
  expect(readConfig({ DICOM_PROXIES: '10.0.0.0/8, ::1' }).dicomProxies).toEqual([
    '10.0.0.0/8',
    '::1',
  ])
  expect(() => readConfig({ DICOM_PROXIES: 'haproxy' })).toThrow('"haproxy" is no network')
  expect(readConfig({ DICOM_PORT: 'off' })).toMatchObject({ dicomPort: null, dicomTlsPort: 11_112 })
  expect(() => readConfig({ DICOM_PORT: 'of' })).toThrow('DICOM_PORT')
  expect(() => readConfig({ DICOM_TLS_CERT: 'cert.pem' })).toThrow('DICOM_TLS_KEY')
})

test('a server has all roles unless TALUS_ROLES names some of them', () => {
  const cloud = {
    TALUS_VARIANT: 'cloud',
    DATABASE_URL: 'postgres://somewhere/talus',
    FILE_STORE: 'disk',
  }
  const rolesOf = (TALUS_ROLES: string) => readConfig({ ...cloud, TALUS_ROLES }).roles
  expect(readConfig({}).roles).toEqual(['web', 'dicom', 'worker'])
  expect(rolesOf('')).toEqual(['web', 'dicom', 'worker'])
  expect(rolesOf('web')).toEqual(['web'])
  expect(rolesOf(' worker, dicom ,worker')).toEqual(['dicom', 'worker'])
})

test('an unknown role is refused with its name and the known roles', () => {
  expect(() => readConfig({ TALUS_ROLES: 'web,mail' })).toThrow(
    'TALUS_ROLES: there is no role "mail"; the roles are web, dicom, worker',
  )
  expect(() => readConfig({ TALUS_ROLES: 'web,' })).toThrow('there is no role ""')
})

test('a server that shares its database with no other one needs all roles', () => {
  const onlyServer = 'This server is the only one and needs all of them'
  const DATABASE_URL = 'postgres://somewhere/talus'
  expect(() => readConfig({ TALUS_ROLES: 'web', DATABASE_URL })).toThrow(onlyServer)
  expect(() => readConfig({ TALUS_ROLES: 'web', TALUS_VARIANT: 'cloud' })).toThrow(onlyServer)
  expect(readConfig({ TALUS_ROLES: 'worker,web,dicom' }).roles).toHaveLength(3)
})

test('TRUST_PROXY is a number of proxies or their networks, and 1 is one proxy as before', () => {
  const read = (value: string) => readConfig({ TRUST_PROXY: value }).trustProxy
  expect(readConfig({}).trustProxy).toBe(false)
  expect(read('0')).toBe(false)
  expect(read('1')).toBe(1)
  expect(read('2')).toBe(2)
  expect(read('10.0.0.0/8, 2001:db8::1')).toEqual(['10.0.0.0/8', '2001:db8::1'])
  for (const wrong of ['11', 'yes', '10.0.0.0/40', '10.0.0.1,', '-1', '0.0.0.0/0', '::/0'])
    expect(() => read(wrong)).toThrow('TRUST_PROXY')
})

test('servers of a cloud on one database need a bucket, or the word that a disk is enough', () => {
  const cloud = { TALUS_VARIANT: 'cloud', DATABASE_URL: 'postgres://localhost/talus' }
  expect(() => readConfig(cloud)).toThrow(/S3_BUCKET: the servers of a cloud share their images/u)
  expect(readConfig({ ...cloud, FILE_STORE: 'disk' }).s3).toBeUndefined()
  expect(readConfig({ ...cloud, S3_BUCKET: 'images' }).s3?.bucket).toBe('images')
  expect(() => readConfig({ FILE_STORE: 's3' })).toThrow(/S3_BUCKET/u)
})

test('metrics are off, private to the computer when on, and need a token beyond it', () => {
  expect(readConfig({ METRICS_TOKEN: 'a-token-of-24-characters' }).metrics).toBeUndefined()
  expect(readConfig({ METRICS_PORT: '9464' }).metrics).toEqual({
    port: 9464,
    host: '127.0.0.1',
    token: undefined,
  })
  const open = { METRICS_PORT: '9464', METRICS_HOST: '0.0.0.0' }
  expect(() => readConfig(open)).toThrow(/METRICS_TOKEN: METRICS_HOST 0\.0\.0\.0 can be reached/u)
  expect(() => readConfig({ ...open, METRICS_TOKEN: 'short' })).toThrow('METRICS_TOKEN')
  const METRICS_TOKEN = 'a-token-of-24-characters'
  expect(readConfig({ ...open, METRICS_TOKEN }).metrics?.token).toBe(METRICS_TOKEN)
})

test('each request is a line of the log in the cloud, and on the clinic’s PC on request', () => {
  expect(readConfig({}).hasAccessLog).toBe(false)
  expect(readConfig({ ACCESS_LOG: '1' }).hasAccessLog).toBe(true)
  expect(readConfig({ TALUS_VARIANT: 'cloud' }).hasAccessLog).toBe(true)
  expect(readConfig({ TALUS_VARIANT: 'cloud', ACCESS_LOG: '0' }).hasAccessLog).toBe(false)
})

test('the second store is a folder outside of the data folder, or another bucket', () => {
  const read = (environment: Readonly<Record<string, string>>) =>
    readConfig({ TALUS_DATA: '/srv/talus', ...environment }).secondStore
  expect(read({})).toBeUndefined()
  expect(read({ SECOND_STORE: '/mnt/nas' })).toEqual({
    kind: 'disk',
    folder: '/mnt/nas',
    noteFile: '/srv/talus/second-store.id',
  })
  expect(read({ SECOND_STORE: 's3://old/images', S3_REGION: 'eu-west-3' })).toMatchObject({
    kind: 's3',
    bucket: 'old',
    prefix: 'images',
    region: 'eu-west-3',
  })
  expect(() => read({ SECOND_STORE: '/srv/talus/files' })).toThrow('outside of TALUS_DATA')
  expect(() => read({ SECOND_STORE: '/srv' })).toThrow('outside of TALUS_DATA')
  expect(() => read({ SECOND_STORE: 's3://talus/old', S3_BUCKET: 'talus' })).toThrow('first store')
})

test.for([
  ['SECOND_STORE_MONTHS', 'abc', 'must be a whole number of at least 1; it is abc.'],
  ['SECOND_STORE_MONTHS', '0', 'must be a whole number of at least 1; it is 0.'],
  ['SECOND_STORE_MONTHS', '1.5', 'must be a whole number of at least 1; it is 1.5.'],
  ['SECOND_STORE_MONTHS', '5000', 'must be a whole number of at most 1200; it is 5000.'],
  ['PUBLIC_CALLS_PER_MINUTE', '-3', 'must be a whole number of at least 1; it is -3.'],
  ['STOP_SECONDS', 'soon', 'must be a number of at least 1; it is soon.'],
  ['PORT', 'http', 'must be a whole number from 0 to 65535; it is http.'],
  ['DICOM_PORT', 'of', 'must be off or a whole number from 0 to 65535; it is of.'],
  ['TALUS_DEMO', 'yes', 'must be 0 or 1; it is yes.'],
  ['TALUS_VARIANT', 'clinic', 'must be local or cloud; it is clinic.'],
  ['PUBLIC_URL', 'talus', 'must be an address that begins with http:// or https://.'],
  ['SECRET_KEY', 'short', 'must have at least 16 characters.'],
  ['API_BASE', 'api', 'must be a path such as /vue or /; it is api.'],
] as const)('the message about %s=%s is a sentence', ([name, value, message]) => {
  expect(() => readConfig({ [name]: value })).toThrow(new Error(`  ${name} ${message}`))
})

test('each wrong setting has one line', () => {
  expect(() => readConfig({ PORT: '-1.5', ACCESS_LOG: 'on' })).toThrow(
    new Error(
      '  PORT must be a whole number from 0 to 65535; it is -1.5.\n  ACCESS_LOG must be 0 or 1; it is on.',
    ),
  )
})
