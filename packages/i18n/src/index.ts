import auditEn from '../locales/en/audit.json' with { type: 'json' }
import caseNoticesEn from '../locales/en/caseNotices.json' with { type: 'json' }
import casePdfEn from '../locales/en/casePdf.json' with { type: 'json' }
import casesEn from '../locales/en/cases.json' with { type: 'json' }
import emailEn from '../locales/en/email.json' with { type: 'json' }
import entitiesEn from '../locales/en/entities.json' with { type: 'json' }
import manifestEn from '../locales/en/manifest.json' with { type: 'json' }
import measureEn from '../locales/en/measure.json' with { type: 'json' }
import reportPdfEn from '../locales/en/reportPdf.json' with { type: 'json' }
import settingsEn from '../locales/en/settings.json' with { type: 'json' }
import sharedEn from '../locales/en/shared.json' with { type: 'json' }
import xrayLogEn from '../locales/en/xrayLog.json' with { type: 'json' }
import auditFr from '../locales/fr/audit.json' with { type: 'json' }
import caseNoticesFr from '../locales/fr/caseNotices.json' with { type: 'json' }
import casePdfFr from '../locales/fr/casePdf.json' with { type: 'json' }
import casesFr from '../locales/fr/cases.json' with { type: 'json' }
import emailFr from '../locales/fr/email.json' with { type: 'json' }
import entitiesFr from '../locales/fr/entities.json' with { type: 'json' }
import manifestFr from '../locales/fr/manifest.json' with { type: 'json' }
import measureFr from '../locales/fr/measure.json' with { type: 'json' }
import reportPdfFr from '../locales/fr/reportPdf.json' with { type: 'json' }
import settingsFr from '../locales/fr/settings.json' with { type: 'json' }
import sharedFr from '../locales/fr/shared.json' with { type: 'json' }
import xrayLogFr from '../locales/fr/xrayLog.json' with { type: 'json' }
import { screens as screensEn } from './screens-en.ts'
import { screens as screensFr } from './screens-fr.ts'

/** The texts of the server in both languages; a browser loads one language through `./load`. */
export const resources = {
  en: {
    ...screensEn,
    audit: auditEn,
    caseNotices: caseNoticesEn,
    casePdf: casePdfEn,
    cases: casesEn,
    email: emailEn,
    entities: entitiesEn,
    manifest: manifestEn,
    measure: measureEn,
    reportPdf: reportPdfEn,
    settings: settingsEn,
    shared: sharedEn,
    xrayLog: xrayLogEn,
  },
  fr: {
    ...screensFr,
    audit: auditFr,
    caseNotices: caseNoticesFr,
    casePdf: casePdfFr,
    cases: casesFr,
    email: emailFr,
    entities: entitiesFr,
    manifest: manifestFr,
    measure: measureFr,
    reportPdf: reportPdfFr,
    settings: settingsFr,
    shared: sharedFr,
    xrayLog: xrayLogFr,
  },
} as const
