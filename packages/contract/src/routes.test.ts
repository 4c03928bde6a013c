import { expect, test } from 'vitest'
import { capabilities } from './permissions.ts'
import { pathOf } from './route.ts'
import { allRoutes, routes } from './routes.ts'

test('no two routes share method and path, in whatever case', () => {
  const keys = allRoutes.map(({ route }) => `${route.method} ${route.path.toLowerCase()}`)
  expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([])
})

test('every need is nothing, a sign-in or a known capability', () => {
  const known = new Set<string>(['nothing', 'sign-in', ...capabilities])
  expect(allRoutes.filter(({ route }) => !known.has(route.needs)).map(({ name }) => name)).toEqual(
    [],
  )
})

test('every parameter of a path has a schema, and every schema a place in the path', () => {
  for (const { name, route } of allRoutes) {
    const inPath = [...route.path.matchAll(/:([a-zA-Z]+)/gu)].map(([, parameter]) => parameter)
    expect([name, new Set(Object.keys(route.params?.shape ?? {}))]).toEqual([name, new Set(inPath)])
  }
})

test('a clinic that a route says it is named by is a field of its schema', () => {
  for (const { name, route } of allRoutes) {
    if (typeof route.clinic === 'string') continue
    expect([name, route[route.clinic.in] !== undefined]).toEqual([name, true])
  }
})

test('a route answers JSON or one media type, not both, and takes one kind of body', () => {
  for (const { name, route } of allRoutes) {
    expect([name, Boolean(route.response) && Boolean(route.produces)]).toEqual([name, false])
    expect([name, [route.body, route.form, route.stream].filter(Boolean).length > 1]).toEqual([
      name,
      false,
    ])
  }
})

/** Written out, as the specification has them: a slip in a path would go unseen where both sides share it. */
const paths: readonly (readonly [name: string, method: string, path: string])[] = [
  ['image.ofStudy', 'GET', '/image'],
  ['image.one', 'GET', '/image/:id'],
  ['image.jpeg', 'GET', '/image/:id.jpg'],
  ['image.metadata', 'GET', '/image/:id/metadata'],
  ['image.capture', 'POST', '/image/capture-xray'],
  ['image.annotate', 'PUT', '/image/annotations'],
  ['image.reject', 'POST', '/image/reject'],
  ['image.download', 'POST', '/image/download'],
  ['image.downloadLocally', 'POST', '/image/download/local'],
  ['dicomServer.list', 'GET', '/dicomServer'],
  ['dicomServer.create', 'POST', '/dicomServer'],
  ['dicomServer.update', 'PUT', '/dicomServer'],
  ['dicomServer.remove', 'DELETE', '/dicomServer/:id'],
  ['dicomServer.test', 'POST', '/dicomServer/test'],
  ['dicomServer.testByOldPath', 'POST', '/dicomServer/send/test'],
  ['dicomServer.send', 'POST', '/dicomServer/send'],
  ['dicomServer.sendAutomatically', 'POST', '/dicomServer/send/auto'],
  ['emailConfig.ofClinic', 'GET', '/emailConfig'],
  ['emailConfig.create', 'POST', '/emailConfig'],
  ['emailConfig.update', 'PUT', '/emailConfig'],
  ['emailConfig.test', 'POST', '/emailConfig/send/:id/test'],
  ['emailConfig.send', 'POST', '/emailConfig/send'],
  ['clinic.download', 'POST', '/clinic/download'],
  ['dicomWeb.studies', 'GET', '/dicom-web/studies'],
  ['dicomWeb.seriesOfStudy', 'GET', '/dicom-web/studies/:study/series'],
  ['dicomWeb.instancesOfSeries', 'GET', '/dicom-web/studies/:study/series/:series/instances'],
  [
    'dicomWeb.instanceMetadata',
    'GET',
    '/dicom-web/studies/:study/series/:series/instances/:instance/metadata',
  ],
  [
    'dicomWeb.frames',
    'GET',
    '/dicom-web/studies/:study/series/:series/instances/:instance/frames/:frames',
  ],
]

test.each(paths)('%s is %s %s', (name, method, path) => {
  const found = allRoutes.find((one) => one.name === name)?.route
  expect([found?.method, found?.path]).toEqual([method, path])
})

test('images are asked for as image?studyId=7&isRejected=0, DICOM servers and e-mail by ClinicId', () => {
  const asked = (words: string) => Object.fromEntries(new URLSearchParams(words))
  expect(routes.image.ofStudy.query.parse(asked('studyId=7&isRejected=0'))).toEqual({
    studyId: 7,
    isRejected: '0',
  })
  expect(routes.dicomServer.list.query.parse(asked('ClinicId=7'))).toEqual({ ClinicId: 7 })
  expect(routes.emailConfig.ofClinic.query.parse(asked('ClinicId=7'))).toEqual({ ClinicId: 7 })
})

test('values in a path are encoded and cannot reach into another', () => {
  const params = {
    clinicId: 7,
    patientName: '../user',
    patientId: 'a/b?c',
    dateFrom: 'null',
    dateTo: 'null',
  }
  expect(pathOf(routes.study.byFilters, params)).toBe(
    '/study/studylistByFilters/7/..%2Fuser/a%2Fb%3Fc/null/null',
  )
})
