import { randomUUID } from 'node:crypto'
import { test as base, tokenOf } from './fixtures.ts'
import { password } from './people.ts'
import { servers, type Variant } from './servers.ts'
import type { Language } from './words.ts'

export interface OwnClinic {
  readonly name: string
  readonly aeTitle: string
  /** Of somebody of this clinic who may set up DICOM and e-mail. */
  readonly token: string
}

async function send(variant: Variant, token: string, method: string, path: string, body?: unknown) {
  const reply = await fetch(`${servers[variant].api}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`)
  return reply
}

async function found(variant: Variant, language: Language) {
  const mark = randomUUID().slice(0, 8)
  const founder = await tokenOf(variant, 'super')
  const username = `settings.${mark}`
  // Behind the demo clinics in every list, so that other tests find theirs on the first page.
  const clinic = { name: `Zz clinic ${mark}`, aeTitle: `ZZ${mark.toUpperCase()}` }
  const reply = await send(variant, founder, 'POST', 'clinic/PostWithUserPermission', {
    clinicData: { ...clinic, address: '1 Test Street', clinicType: 'Veterinary', lang: language },
    userData: { username, firstName: 'Zz', lastName: 'Tester', password },
    permissionProfileData: { dicomForms: true },
  })
  const { id } = (await reply.json()) as { id: number }
  return {
    clinic: { ...clinic, token: await tokenOf(variant, username) },
    close: () => send(variant, founder, 'DELETE', `clinic/deleteclinic/${id}`),
  }
}

/** The signed-in person has a clinic of the test's own: nothing in it yet, and gone afterwards. */
export const test = base.extend<{ clinic: OwnClinic }>({
  clinic: async ({ variant, language }, use) => {
    const { clinic, close } = await found(variant, language ?? 'en')
    await use(clinic)
    await close()
  },

  kept: async ({ language, scheme, clinic }, use) => {
    await use({
      token: clinic.token,
      ...(language && { lang: language }),
      ...(scheme && { scheme }),
    })
  },
})
