import { randomUUID } from 'node:crypto'
import { test as base, getToken } from './fixtures.ts'
import { password } from './users.ts'
import { servers, type Variant } from './servers.ts'
import type { Language } from './i18n-texts.ts'

export interface SignedInClinic {
  readonly name: string
  readonly aeTitle: string
  /** The token of an administrator of this clinic who may configure DICOM and e-mail. */
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

async function createClinic(variant: Variant, language: Language) {
  const mark = randomUUID().slice(0, 8)
  const superToken = await getToken(variant, 'super')
  const username = `settings.${mark}`
  // The name sorts after the demo clinics, so that other tests find theirs on the first page of a
  // list.
  const clinic = { name: `Zz clinic ${mark}`, aeTitle: `ZZ${mark.toUpperCase()}` }
  const reply = await send(variant, superToken, 'POST', 'clinic/PostWithUserPermission', {
    clinicData: { ...clinic, address: '1 Test Street', clinicType: 'Veterinary', lang: language },
    userData: { username, firstName: 'Zz', lastName: 'Tester', password },
    permissionProfileData: { dicomForms: true, clinicAdmin: true },
  })
  const { id } = (await reply.json()) as { id: number }
  return {
    clinic: { ...clinic, token: await getToken(variant, username) },
    remove: () => send(variant, superToken, 'DELETE', `clinic/deleteclinic/${id}`),
  }
}

/**
 * The page is signed in as a user of a clinic that exists only during the test, and is empty at
 * first.
 */
export const test = base.extend<{ clinic: SignedInClinic }>({
  clinic: async ({ variant, language }, use) => {
    const { clinic, remove } = await createClinic(variant, language ?? 'en')
    await use(clinic)
    await remove()
  },

  storedValues: async ({ language, scheme, clinic }, use) => {
    await use({
      token: clinic.token,
      ...(language && { lang: language }),
      ...(scheme && { scheme }),
    })
  },
})
