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
