import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { routes } from '@talus/contract'
import type { ImageId, StudyId } from '@talus/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createReport, createReporter, importStudy } from '../../../testing/records/reports.ts'
import { createReportDocument } from '../../../testing/records/reports.ts'
import { startTestServer } from '../../../testing/server/test-server.ts'
import type { TestServer } from '../../../testing/server/test-server.ts'

const hasQpdf = spawnSync('qpdf', ['--version']).error === undefined
const note = hasQpdf ? '' : ' (skipped: qpdf is not installed)'

let server: TestServer
let token: string
let studyId: StudyId
let folder: string

beforeAll(async () => {
  server = await startTestServer()
  token = await createReporter(server, server.first.id, 'uploads.reports')
  const admin = await server.createToken(server.first.users.clinicAdmin.id)
  ;({ studyId } = await importStudy(server, server.first.id, admin))
  folder = await mkdtemp(join(tmpdir(), 'talus-foreign-'))
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

let files = 0

/** Writes a PDF of one page whose catalog has more entries, and lets qpdf make a file of it. */
async function makePdf(catalog: string, options: readonly string[], objects = ''): Promise<Buffer> {
  const [source, target] = [`source-${(files += 1)}.pdf`, `target-${files}.pdf`]
  await writeFile(
    join(folder, source),
    `%PDF-1.7
1 0 obj << /Type /Catalog /Pages 2 0 R ${catalog} >> endobj
2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj
3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Resources << >> >> endobj
${objects}
trailer << /Root 1 0 R >>
%%EOF
`,
  )
  const made = spawnSync('qpdf', [...options, source, target], { cwd: folder })
  // qpdf warns about the missing table of the source with status 3.
  if (made.status !== 0 && made.status !== 3) throw new Error(String(made.stderr))
  return readFile(join(folder, target))
}

const upload = (bytes: Uint8Array) =>
  server.call(
    routes.study.uploadReport,
    {
      form: {
        fields: { studyId, fileName: 'Result.pdf' },
        files: { pdfFile: [new File([new Uint8Array(bytes)], 'x.pdf')] },
      },
    },
    token,
  )

async function open(id: ImageId) {
  const document = await server.call(routes.document.one, { params: { id } }, token)
  const { body } = await server.call(routes.document.createTicket, { params: { id } }, token)
  const opened = await server.app.inject({
    url: `${server.config.apiBase}document/ticket/${body.ticket}`,
  })
  return { content: document.body.content, headers: opened.headers, bytes: opened.rawPayload }
}

const packed = ['--object-streams=generate', '--compress-streams=y']
const script = '/OpenAction << /S /JavaScript /JS (app.alert(1)) >>'

describe.skipIf(!hasQpdf)(`a PDF of another program${note}`, () => {
  test.each([
    ['a script at its opening', () => makePdf(script, [])],
    ['a script in an object stream', () => makePdf(script, packed)],
    [
      'a script under an escaped name',
      // qpdf writes names without escapes.
      async () => {
        const bytes = await makePdf('/Names << /JavaScript 4 0 R >>', [], '4 0 obj << >> endobj')
        return Buffer.from(
          bytes.toString('latin1').replace('/JavaScript', '/J#61vaScript'),
          'latin1',
        )
      },
    ],
    [
      'a program that it starts',
      () => makePdf('/X << /A << /S /Launch /F (calc.exe) >> >>', packed),
    ],
    [
      'an action of its catalog',
      () => makePdf('/AA << /WC 4 0 R >>', packed, '4 0 obj << >> endobj'),
    ],
    ['an attached file', () => makePdf('', [...packed, '--add-attachment', 'source-1.pdf', '--'])],
    [
      'a form of scripts',
      () => makePdf('/AcroForm << /XFA [4 0 R] >>', packed, '4 0 obj << >> endobj'),
    ],
    [
      'object streams that are encrypted',
      () => makePdf('', [...packed, '--encrypt', '', 'owner', '256', '--']),
    ],
  ])('with %s is stored unchanged, and only downloaded', async (_name, make) => {
    const pdf = await make()
    const stored = await upload(pdf)
    expect(stored.body).toMatchObject({ isForeign: true })
    const { content, headers, bytes } = await open(stored.body.imageId)
    expect(content).toEqual({ form: 'pdf', mayAct: true })
    expect(headers['content-disposition']).toMatch(/^attachment; /u)
    expect(headers['content-security-policy']).toContain('sandbox')
    expect(bytes.equals(pdf)).toBe(true)
  })

  test('that only shows pages is shown, also with object streams', async () => {
    for (const options of [[], packed]) {
      const stored = await upload(await makePdf(`/Lang (${options.length})`, options))
      const { content, headers } = await open(stored.body.imageId)
      expect(content).toEqual({ form: 'pdf', mayAct: false })
      expect(headers['content-disposition']).toMatch(/^inline; /u)
    }
  })
})

test('a report of this server is shown, whatever its text says', async () => {
  const text = `${script} /Launch /EmbeddedFile /AA << >>`
  const made = await createReport(server, token, studyId, createReportDocument(text))
  const { content, headers } = await open(made.body.report.imageId)
  expect(content).toEqual({ form: 'pdf', mayAct: false })
  expect(headers['content-disposition']).toMatch(/^inline; /u)
})
