import { allRoutes } from '@talus/contract'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { createHttpServer } from './server.ts'

const closedRoutes = allRoutes.filter(({ route }) => route.needs !== 'nothing')

test('only these routes are open without a sign-in', () => {
  const open = allRoutes.filter(({ route }) => route.needs === 'nothing')
  expect(open.map(({ route }) => `${route.method} ${route.path}`)).toEqual([
    'GET /health',
    'GET /health/live',
    'GET /health/ready',
    'GET /docs',
    'GET /docs/openapi.json',
    'POST /client-error',
    'POST /auth/login',
    'POST /auth/second-factor',
    'POST /auth/sendreset',
    'POST /auth/reset',
    'GET /document/ticket/:ticket',
    'GET /set-up',
    'POST /set-up/code',
    'POST /set-up',
    'GET /radcase/file/ticket/:ticket',
  ])
})

test('only these routes name no clinic although they need a sign-in', () => {
  const free = closedRoutes.filter(({ route }) => route.clinic === 'none')
  expect(free.map(({ name }) => name)).toEqual([
    'auth.session',
    'auth.logout',
    'account.alive',
    'account.changePassword',
    'account.saveLanguage',
    'account.sessions',
    'account.endSession',
    'account.endOtherSessions',
    'account.secondFactor',
    'account.startSecondFactor',
    'account.confirmSecondFactor',
    'account.renewRecoveryCodes',
    'account.removeSecondFactor',
    'clinic.create',
    'clinic.createWithUser',
    'user.radiologists',
    'breed.list',
    'generator.techniques',
    'generator.overrides',
    'generator.saveOverride',
    'dicomDevice.certificate',
    'dicomInfo.ofThisMachine',
    'emailConfig.defaults',
    'setUp.addresses',
    'radCase.signature',
    'radCase.saveSignature',
    'radCase.signaturePicture',
    'radCase.saveSignaturePicture',
    'radCase.removeSignaturePicture',
    'radCase.macros',
    'radCase.addMacro',
    'radCase.updateMacro',
    'radCase.removeMacro',
    'backup.status',
    'backup.settings',
    'backup.save',
    'backup.check',
    'backup.run',
    'backup.runs',
    'backup.list',
    'backup.oldImages',
    'backup.stop',
  ])
})

test('only these routes reach the cases that are offered or assigned to a radiologist', () => {
  const ofCases = closedRoutes.filter(({ route }) => route.clinic === 'cases')
  expect(ofCases.map(({ name }) => name)).toEqual([
    'image.ofStudy',
    'image.one',
    'image.jpeg',
    'image.metadata',
    'image.pixels',
    'image.overlay',
    'viewerState.ofCase',
    'stack.ofStudy',
    'stack.slices',
    'radCase.list',
    'radCase.page',
    'radCase.stat',
    'radCase.one',
    'radCase.clinicName',
    'radCase.ofStudy',
    'radCase.files',
    'radCase.file',
    'radCase.createFileTicket',
    'radCase.addFiles',
    'radCase.removeFile',
    'radCase.cropAndSave',
    'radCase.report',
    'radCase.createReportTicket',
    'radCase.previewReport',
    'radCase.fileThumbnail',
    'radCase.images',
    'radCase.take',
    'radCase.cancel',
    'radCase.requestMore',
    'radCase.radiologistSubmit',
    'radCase.release',
    'radCase.assign',
    'radCase.reopen',
    'radCase.draft',
    'radCase.saveDraft',
    'radCase.versions',
    'radCase.addAddendum',
    'radCase.thread',
    'radCase.writeMessage',
    'radCase.history',
    'radCase.loss',
    'radCase.reportCritical',
    'radCase.acknowledge',
    'radCase.feedback',
    'radCase.rateImage',
    'radCase.addImages',
    'radCase.markAsTest',
    'radCase.openPage',
    'radCase.closePage',
    'radCase.reportStat',
    'radCase.statistics',
    'radCase.notices',
    'radCase.unreadNotices',
    'radCase.readNotices',
    'radCase.noticePreferences',
    'radCase.saveNoticePreferences',
  ])
})

test('a route without an access rule does not start', async () => {
  const bare = await createHttpServer({
    log: Fastify().log,
    apiBase: '/api/',
    publicUrl: 'http://localhost/',
    trustProxy: false,
    identity: {},
    reportError: () => undefined,
  })
  expect(() => bare.get('/api/back-door', () => 'hello')).toThrow(/no access rule/u)
})
