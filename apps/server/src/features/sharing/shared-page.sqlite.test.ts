import { connect } from 'node:net'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { createImageFile } from '../../../../../packages/dicom/src/testing/synthetic-file.ts'
import { readZip } from '../../testing/images/read-zip.ts'
import { setUpSharing } from '../../testing/images/sharing-fixture.ts'
import { getPort } from '../../testing/network/tcp-peer.ts'

const radiograph = (shade: number) =>
  createImageFile(
    { columns: 600, rows: 400, bitsStored: 12, photometric: 'MONOCHROME2' },
    new Uint8Array(Uint16Array.from({ length: 240_000 }, (_, at) => (at % 600) + shade).buffer),
  )
const sharing = setUpSharing(radiograph)
const { stored, share, open, trail, requestUnknownLink } = sharing

describe('the page of a shared link', () => {
  test('shows the images and escapes all names', async () => {
    const { path } = await share()
    const english = await open(path)
    expect(english.statusCode).toBe(200)
    expect(english.body).toContain('<html lang="en">')
    expect(english.body).toContain('Images of &lt;img src=x onerror=alert(1)&gt;&quot;Réx&#39;')
    expect(english.body).toContain('alt="&lt;i&gt;Chest&lt;/i&gt; LAT"')
    expect(english.body).toContain('Clinique &lt;b&gt;d’Été&lt;/b&gt;, February 10, 2026')
    expect(english.body).not.toMatch(/<script|<img src=x|<i>|<b>|https?:/u)
    for (const id of [...sharing.imageIds, sharing.studyId])
      expect(english.body).not.toContain(`/${id}"`)
    expect(english.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
    expect(english.headers['content-security-policy']).toMatch(
      /^default-src 'none'; img-src 'self'; style-src 'sha256-[\w+/=]+'; form-action 'self'/u,
    )
    const french = await open(path, { 'accept-language': 'fr-CA,en' })
    expect(french.body).toContain('Télécharger les originaux (DICOM)')
    const [event] = await trail('share.open')
    expect(event).toMatchObject({ userId: null, address: '127.0.0.1' })
  })

  test('names body parts and teeth in the language of the recipient', async () => {
    const { path } = await share({}, [await stored('Chest'), await stored('104 - RU - Canine')])
    const names = async (language: string) => {
      const { body } = await open(path, { 'accept-language': language })
      return [...body.matchAll(/<span>([^<]*)<\/span><\/li>/gu)].map(([, name]) => name)
    }
    expect(await names('en')).toEqual(['Chest LAT', '104 · Right upper, Canine LAT'])
    expect(await names('fr')).toEqual(['Thorax LAT', '104 · Supérieur droit, Canine LAT'])
  })

  test('serves JPEGs by their position', async () => {
    const { path } = await share()
    const preview = await open(`${path}/preview/1.jpg`)
    expect(await sharp(preview.rawPayload).metadata()).toMatchObject({ width: 512, height: 341 })
    expect(preview.headers['cache-control']).toBe('no-store')
    const full = await open(`${path}/image/2.jpg`)
    expect(await sharp(full.rawPayload).metadata()).toMatchObject({ width: 600, height: 400 })
    const page = await open(`${path}/2`)
    expect(page.body).toContain(`src="${path}/image/2.jpg" alt="Pelvis LAT"`)
    expect(page.body).toContain(`rel="prev" href="${path}/1"`)
    for (const position of ['0', '3', '99999999999999999999', String(sharing.imageIds[0])])
      expect((await open(`${path}/image/${position}.jpg`)).statusCode).toBe(404)
    expect((await open(`${path}/3`)).statusCode).toBe(404)
  })

  test('offers a zip of JPEGs and one of DICOM files', async () => {
    const { path } = await share()
    const dicom = await open(`${path}/dicom.zip`)
    const files = await readZip(dicom.rawPayload)
    expect(files.map(({ name }) => name)).toEqual([
      '01 _i_Chest__i_-LAT.dcm',
      '02 Pelvis-LAT.dcm',
      'manifest.csv',
    ])
    expect(files[1]?.bytes.equals(Buffer.from(radiograph(1)))).toBe(true)
    expect(dicom.headers['content-disposition']).toMatch(/^attachment; .*2026-02-10\.zip/u)
    const jpegs = await readZip((await open(`${path}/jpeg.zip`)).rawPayload)
    expect(await sharp(jpegs[0]?.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 600 })
    const [event] = await trail('share.download')
    expect(event).toMatchObject({ userId: null, after: { type: 'JPEG', images: 2 } })
  })

  test('gives the same response for every wrong token', async () => {
    const { path } = await share()
    const expected = await requestUnknownLink()
    const last = path.endsWith('A') ? 'B' : 'A'
    for (const wrong of [
      path.slice(0, -1) + last,
      path.slice(0, -1),
      `${path}A`,
      '/vue/shared/1',
      "/vue/shared/' or 1=1 --",
      `/vue/shared/${'%00'.repeat(43)}`,
      '/vue/shared/..%2f..%2fetc%2fpasswd',
    ]) {
      const closed = await open(encodeURI(decodeURI(wrong)))
      expect([wrong, closed.statusCode, closed.body]).toEqual([wrong, ...expected])
    }
  })

  test('releases a zip whose client disconnects', { timeout: 180_000 }, async () => {
    for (let at = 0; at < 5; at += 1)
      sharing.imageIds.push(await stored(`Part ${at}`, Buffer.alloc(3_000_000, at)))
    const { path } = await share()
    await sharing.server.app.listen({ port: 0, host: '127.0.0.1' })
    const port = getPort(sharing.server.app.server)
    for (let at = 0; at < 5; at += 1) {
      const socket = connect(port, '127.0.0.1')
      socket.write(`GET ${path}/dicom.zip HTTP/1.1\r\nhost: x\r\n\r\n`)
      await new Promise((resolve) => socket.once('data', resolve))
      socket.destroy()
      // A link allows two at once: a slot that is never released would fail here.
      const again = async () => (await open(`${path}/dicom.zip`)).statusCode
      await expect.poll(again, { timeout: 10_000 }).toBe(200)
    }
  })
})
