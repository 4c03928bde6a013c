import { expect, test } from 'vitest'
import { capabilities } from './permissions.ts'
import { buildPath } from './route.ts'
import { allRoutes, routes } from './routes.ts'

test('method and path of a route are unique, ignoring case', () => {
  const keys = allRoutes.map(({ route }) => `${route.method} ${route.path.toLowerCase()}`)
  expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([])
})

test('every route needs nothing, a sign-in or a known capability', () => {
  const known = new Set<string>(['nothing', 'sign-in', ...capabilities])
  expect(allRoutes.filter(({ route }) => !known.has(route.needs)).map(({ name }) => name)).toEqual(
    [],
  )
})

test('the params schema of a route has exactly the parameters of its path', () => {
  for (const { name, route } of allRoutes) {
    const inPath = [...route.path.matchAll(/:([a-zA-Z]+)/gu)].map(([, parameter]) => parameter)
    expect([name, new Set(Object.keys(route.params?.shape ?? {}))]).toEqual([name, new Set(inPath)])
  }
})

test('a route that takes the clinic from params, query or body has a schema for it', () => {
  for (const { name, route } of allRoutes) {
    if (typeof route.clinic === 'string') continue
    expect([name, route[route.clinic.in] !== undefined]).toEqual([name, true])
  }
})

test('a route has one kind of response and one kind of body', () => {
  for (const { name, route } of allRoutes) {
    expect([name, Boolean(route.response) && Boolean(route.produces)]).toEqual([name, false])
    expect([name, [route.body, route.form, route.stream].filter(Boolean).length > 1]).toEqual([
      name,
      false,
    ])
  }
})

test('a form has different names for fields and files, and limits that can be reached', () => {
  for (const { name, route } of allRoutes) {
    if (!route.form) continue
    const { fields, fieldBytes, files, fileBytes } = route.form
    expect([name, Object.keys(files).filter((file) => file in fields.shape)]).toEqual([name, []])
    expect([name, fieldBytes > 0]).toEqual([name, true])
    for (const { min, max, bytes } of Object.values(files))
      expect([name, min <= max && max > 0 && bytes > 0 && bytes <= fileBytes]).toEqual([name, true])
  }
})

/**
 * Paths copied from the specification: server and web share the routes, so no other test finds a
 * typo.
 */
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
  ['viewerState.ofCase', 'GET', '/viewerState/case/:id/state'],
  ['radCase.list', 'GET', '/radcase/cases'],
  ['radCase.stat', 'GET', '/radcase/cases/stat'],
  ['radCase.reportStat', 'GET', '/radcase/cases/reportstat'],
  ['radCase.one', 'GET', '/radcase/:id'],
  ['radCase.clinicName', 'GET', '/radcase/getClinicName/:id'],
  ['radCase.ofStudy', 'GET', '/radcase/getByStudy/:studyId'],
  ['radCase.files', 'GET', '/radcase/fileIds/:caseId'],
  ['radCase.file', 'GET', '/radcase/file/:id'],
  ['radCase.report', 'GET', '/radcase/report/:id'],
  ['radCase.submit', 'POST', '/radcase/submit'],
  ['radCase.save', 'POST', '/radcase/save'],
  ['radCase.submitCase', 'POST', '/radcase/submitCase'],
  ['radCase.saveCase', 'POST', '/radcase/saveCase'],
  ['radCase.take', 'POST', '/radcase/take'],
  ['radCase.cancel', 'POST', '/radcase/cancel'],
  ['radCase.remove', 'DELETE', '/radcase/deletecase/:id'],
  ['radCase.requestMore', 'POST', '/radcase/requestmore'],
  ['radCase.radiologistSubmit', 'POST', '/radcase/radiologistSubmit'],
  ['radCase.cropAndSave', 'POST', '/radcase/cropAndSave'],
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

test.each(paths)('route %s is %s %s', (name, method, path) => {
  const found = allRoutes.find((one) => one.name === name)?.route
  expect([found?.method, found?.path]).toEqual([method, path])
})

test('images are queried by studyId and isRejected, DICOM servers and e-mail by ClinicId', () => {
  const parseQuery = (text: string) => Object.fromEntries(new URLSearchParams(text))
  expect(routes.image.ofStudy.query.parse(parseQuery('studyId=7&isRejected=0'))).toEqual({
    studyId: 7,
    isRejected: '0',
  })
  expect(routes.dicomServer.list.query.parse(parseQuery('ClinicId=7'))).toEqual({ ClinicId: 7 })
  expect(routes.emailConfig.ofClinic.query.parse(parseQuery('ClinicId=7'))).toEqual({ ClinicId: 7 })
})

test('an empty filter of cases is none, and an empty status the default of the list', () => {
  const { list, page, reportStat } = routes.radCase
  for (const given of [{}, { status: '', clinicId: '' }])
    for (const query of [list.query.parse(given), page.query.parse(given)])
      expect([query.status, query.clinicId]).toEqual([1, undefined])
  expect(list.query.parse({ status: '0', clinicId: '7' })).toEqual({ status: 0, clinicId: 7 })
  const names = ['status', 'modality', 'priority', 'submitdateFrom', 'submitdateTo', 'clinicId']
  expect(reportStat.query.parse(Object.fromEntries(names.map((name) => [name, ''])))).toEqual({})
  const wrong = { status: '6', modality: 'MR', priority: '1', submitdateFrom: '1', clinicId: 'x' }
  for (const [name, value] of Object.entries(wrong))
    expect([name, reportStat.query.safeParse({ [name]: value }).success]).toEqual([name, false])
})

test('values in a path are encoded and cannot change the path', () => {
  const params = {
    clinicId: 7,
    patientName: '../user',
    patientId: 'a/b?c',
    dateFrom: 'null',
    dateTo: 'null',
  }
  expect(buildPath(routes.study.byFilters, params)).toBe(
    '/study/studylistByFilters/7/..%2Fuser/a%2Fb%3Fc/null/null',
  )
})
