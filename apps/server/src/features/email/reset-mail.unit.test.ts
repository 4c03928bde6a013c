import { languages } from '@talus/contract'
import { describe, expect, test } from 'vitest'
import { createResetMail } from './reset-mail.ts'

const link = 'https://talus.example/vue/resetpassword/b2sX-9_qLk3T7?a=1&b=2'
const values = { language: 'en', name: 'Zoé', clinic: 'Étoile', minutes: 30, link } as const

describe('password reset mail', () => {
  test.each(languages)(
    'the reset mail has all information in text and in HTML (%s)',
    (language) => {
      const { subject, text, html = '', ...rest } = createResetMail({ ...values, language })
      expect(subject).not.toMatch(/reset\.|\{\{/u)
      for (const part of [text, html]) {
        expect(part).toMatch(/Zoé[\s\S]*Étoile[\s\S]*30/u)
        expect(part).not.toMatch(/reset\.[a-z]|\{\{/u)
      }
      expect(text.split('\n')).toContain(link)
      expect(html).toContain(`<html lang="${language}">`)
      expect(html.match(/href="https:\/\/talus\.example[^"]*a=1&amp;b=2"/gu)).toHaveLength(2)
      expect(html).not.toMatch(/<table|<img|<script|<link|url\(/u)
      expect(rest).toEqual({ language, usefulForMinutes: 30 })
    },
  )

  test('the reset mail escapes names', () => {
    const name = `<img src=x onerror="alert('x')">&amp; $t(email:reset.subject) {{minutes}}`
    const { text, html } = createResetMail({ ...values, name, clinic: '"</p>"' })
    expect(text).toContain(name)
    expect(html).toContain(
      '&lt;img src=x onerror=&quot;alert(&#39;x&#39;)&quot;&gt;&amp;amp; $t(email:reset.subject) {{minutes}}',
    )
    expect(html).toContain('&quot;&lt;/p&gt;&quot;')
  })

  test('the reset mail of a user without a clinic names the host', () => {
    expect(createResetMail({ ...values, clinic: '' }).text).toContain('talus.example.')
  })

  test('the reset mail accepts only a valid URL as link', () => {
    expect(() => createResetMail({ ...values, link: 'click here' })).toThrow('Invalid URL')
    expect(createResetMail({ ...values, link: 'https://a.example/"><b>' }).html).not.toContain(
      '<b>',
    )
  })
})
