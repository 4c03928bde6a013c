import { routes } from '@talus/contract'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertClinic, insertUser } from '../../testing/records/clinics-and-users.ts'
import { createPictureFile, createReporter } from '../../testing/records/reports.ts'
import { startTestServer } from '../../testing/server/test-server.ts'
import type { TestServer } from '../../testing/server/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

async function createClinic(name: string) {
  const clinicId = await insertClinic(server.unscopedDb, name)
  const adminId = await insertUser(server.unscopedDb, {
    username: `admin.${name}`,
    clinicId,
    flags: { clinicAdmin: true },
    passwordHash: '',
  })
  return {
    clinicId,
    admin: await server.createToken(adminId),
    reporter: await createReporter(server, clinicId, `reporter.${name}`),
  }
}

const listActions = async (clinicId: number) => {
  const events = await server.unscopedDb
    .selectFrom('auditEvent')
    .select('action')
    .where('clinicId', '=', clinicId as never)
    // Refused calls of this test are recorded a moment later.
    .where('action', '!=', 'session.refused')
    .orderBy('id')
    .execute()
  return events.map(({ action }) => action)
}

test('a clinic has a page orientation and a logo, which is encoded again', async () => {
  const { clinicId, admin, reporter } = await createClinic('letters')
  const read = async () => (await server.call(routes.report.settings, {}, reporter)).body
  expect(await read()).toEqual({ orientation: 'landscape', logo: null })
  const body = { orientation: 'portrait' } as const
  await server.call(routes.report.saveSettings, { body }, admin)
  const save = (file: File, by = admin) =>
    server.call(routes.report.saveLogo, { form: { fields: {}, files: { logoFile: [file] } } }, by)
  expect((await save(await createPictureFile('png', 1920, 512))).body).toMatchObject({
    orientation: 'portrait',
    logo: { width: 960, height: 256 },
  })
  expect((await save(await createPictureFile('jpeg', 60, 30))).body.logo).toMatchObject({
    width: 60,
    height: 30,
  })
  expect(await save(new File(['GIF89a'], 'x.png'))).toRefuse('report/not-picture')
  expect(await save(await createPictureFile('png'), reporter)).toRefuse('access/forbidden')
  const shown = await server.app.inject({
    url: `${server.config.apiBase}report/logo`,
    headers: { authorization: `Bearer ${reporter}` },
  })
  expect(shown.headers['content-type']).toBe('image/jpeg')
  expect((await sharp(shown.rawPayload).metadata()).width).toBe(60)
  const removed = await server.call(routes.report.removeLogo, {}, admin)
  expect(removed.body.logo).toBeNull()
  expect(await server.call(routes.report.logo, {}, reporter)).toRefuse('record/not-found')
  expect(await listActions(clinicId)).toEqual([
    'report.settings',
    'report.set-logo',
    'report.set-logo',
    'report.remove-logo',
  ])
  const files = []
  for await (const { key } of server.files.list('report-logos')) files.push(key)
  expect(files).toEqual([])
})

test('templates of a clinic are added, changed and removed by its administrator', async () => {
  const { clinicId, admin, reporter } = await createClinic('templates')
  const template = {
    name: 'Thorax',
    species: ['Canine' as const],
    modality: 'General' as const,
    bodyParts: ['Chest'],
    language: 'fr' as const,
    text: 'Cœur : [normal* | élargi]\nPoumons : [# mm]',
    basedOn: 'thorax',
  }
  const added = await server.call(routes.report.addTemplate, { body: template }, admin)
  expect(added.body).toMatchObject({ ...template, version: 1 })
  expect(await server.call(routes.report.addTemplate, { body: template }, admin)).toRefuse(
    'record/exists',
  )
  expect(await server.call(routes.report.addTemplate, { body: template }, reporter)).toRefuse(
    'access/forbidden',
  )
  const params = { id: added.body.id }
  const changed = { ...template, name: 'Thorax court' }
  const update = (version: number) =>
    server.call(routes.report.updateTemplate, { params, body: { ...changed, version } }, admin)
  expect((await update(1)).body).toMatchObject({ name: 'Thorax court', version: 2 })
  expect(await update(1)).toRefuse('record/changed-meanwhile')
  const list = async () => (await server.call(routes.report.templates, {}, reporter)).body
  expect(await list()).toMatchObject([{ name: 'Thorax court' }])
  expect((await server.call(routes.report.removeTemplate, { params }, admin)).status).toBe(204)
  expect(await list()).toEqual([])
  expect(await listActions(clinicId)).toEqual([
    'report-template.create',
    'report-template.update',
    'report-template.delete',
  ])
})

test('macros are personal or of the clinic, and other users do not see personal ones', async () => {
  const { clinicId, admin, reporter } = await createClinic('macros')
  const colleague = await createReporter(server, clinicId, 'colleague.macros')
  const body = { shortcut: '.Norm', text: 'No abnormality.' }
  const own = await server.call(routes.report.addMacro, { body }, reporter)
  expect(own.body).toMatchObject({ shortcut: 'norm', isPersonal: true })
  const shared = await server.call(routes.report.addClinicMacro, { body }, admin)
  expect(shared.body).toMatchObject({ isPersonal: false })
  expect(await server.call(routes.report.addMacro, { body }, reporter)).toRefuse('record/exists')
  expect(await server.call(routes.report.addClinicMacro, { body }, reporter)).toRefuse(
    'access/forbidden',
  )
  const wrong = { ...body, shortcut: 'no rm' }
  expect(await server.call(routes.report.addMacro, { body: wrong }, reporter)).toRefuse(
    'request/invalid',
  )
  const list = async (by: string) =>
    (await server.call(routes.report.macros, {}, by)).body.map(({ isPersonal }) => isPersonal)
  expect(await list(reporter)).toEqual([true, false])
  expect(await list(colleague)).toEqual([false])

  const params = { id: own.body.id }
  const change = { params, body: { ...body, text: 'Changed', version: 1 } }
  expect(await server.call(routes.report.updateMacro, change, colleague)).toRefuse(
    'record/not-found',
  )
  expect(await server.call(routes.report.updateClinicMacro, change, admin)).toRefuse(
    'record/not-found',
  )
  expect((await server.call(routes.report.updateMacro, change, reporter)).body).toMatchObject({
    text: 'Changed',
    version: 2,
  })
  expect(await server.call(routes.report.removeMacro, { params }, colleague)).toRefuse(
    'record/not-found',
  )
  expect((await server.call(routes.report.removeMacro, { params }, reporter)).status).toBe(204)
  expect(await list(reporter)).toEqual([false])
})
