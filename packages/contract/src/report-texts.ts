import { z } from 'zod'
import { languages, species } from './enumerations.ts'
import { Instant, multilineText, plainText, requiredText } from './fields.ts'
import { ClinicId, ReportMacroId, ReportTemplateId } from './ids.ts'
import { limits } from './limits.ts'
import { defineRoute } from './route.ts'

export const templateModalities = ['General', 'Dental', 'CT'] as const
export const reportOrientations = ['landscape', 'portrait'] as const

/** How the reports of a clinic look. */
export const ReportSettings = z.object({
  orientation: z.enum(reportOrientations),
  logo: z
    .object({
      /** Changes with the picture. */
      sha256: z.string(),
      width: z.int().positive(),
      height: z.int().positive(),
    })
    .nullable(),
})
export type ReportSettings = z.output<typeof ReportSettings>

const templateFields = {
  name: requiredText(limits.reportNameMax),
  /** Empty for every species. */
  species: z.array(z.enum(species)).max(species.length),
  modality: z.enum(templateModalities),
  /** Parts of the name of a body part, such as `Stifle` of `Left Stifle`; empty for every part. */
  bodyParts: z.array(requiredText(limits.textMax)).max(limits.templatePartsMax),
  language: z.enum(languages),
  /** In bracket notation: `[none* | mild]`, `[# mm]`, `[<date>]`. */
  text: multilineText(limits.templateTextMax).pipe(z.string().min(1, 'field/required')),
  /** The template of the product that it replaces; null for one of the clinic's own. */
  basedOn: plainText(limits.reportNameMax).nullable(),
}
export const ReportTemplate = z.object({
  id: ReportTemplateId,
  ...templateFields,
  version: z.int().positive(),
  changedOn: Instant,
})
export type ReportTemplate = z.output<typeof ReportTemplate>

/** Also the fields of a macro of a radiologist. */
export const macroFields = {
  /** Without the dot with which it is typed, in lower case, e.g. `norm`. */
  shortcut: z
    .string()
    .transform((text) => text.trim().replace(/^\./u, '').normalize('NFC').toLowerCase())
    .pipe(z.string().regex(/^[\p{L}\p{N}]{2,20}$/u, 'field/macro-shortcut')),
  text: multilineText(limits.macroTextMax).pipe(z.string().min(1, 'field/required')),
}
export const ReportMacro = z.object({
  id: ReportMacroId,
  ...macroFields,
  /** Only for the user who made it; another one is for all users of the clinic. */
  isPersonal: z.boolean(),
  version: z.int().positive(),
  changedOn: Instant,
})
export type ReportMacro = z.output<typeof ReportMacro>

/** The version on which a change is based; a change based on another one is refused. */
const version = z.int().positive()
const ofClinic = z.object({ ClinicId: ClinicId.optional() })
const inQuery = { in: 'query', name: 'ClinicId' } as const

const settingsRoutes = {
  settings: defineRoute({
    method: 'GET',
    path: '/report/settings',
    summary: 'How the reports of a clinic look',
    needs: 'clinic.read',
    clinic: inQuery,
    query: ofClinic,
    response: ReportSettings,
  }),
  saveSettings: defineRoute({
    method: 'PUT',
    path: '/report/settings',
    summary: 'Change how the reports of a clinic look',
    needs: 'report.manage',
    clinic: inQuery,
    query: ofClinic,
    body: ReportSettings.pick({ orientation: true }),
    response: ReportSettings,
  }),
  logo: defineRoute({
    method: 'GET',
    path: '/report/logo',
    summary: 'The logo of a clinic, as its reports show it',
    needs: 'clinic.read',
    clinic: inQuery,
    query: ofClinic,
    produces: 'image/jpeg',
  }),
  saveLogo: defineRoute({
    method: 'POST',
    path: '/report/logo',
    summary: 'Set the logo of a clinic from a PNG or JPEG file',
    needs: 'report.manage',
    clinic: inQuery,
    query: ofClinic,
    form: {
      fields: z.object({}),
      fieldBytes: limits.formFieldBytes,
      files: { logoFile: { min: 1, max: 1, bytes: limits.logoBytes } },
      fileBytes: limits.logoBytes,
    },
    response: ReportSettings,
  }),
  removeLogo: defineRoute({
    method: 'DELETE',
    path: '/report/logo',
    summary: 'Remove the logo of a clinic',
    needs: 'report.manage',
    clinic: inQuery,
    query: ofClinic,
    response: ReportSettings,
  }),
}

const templateRoutes = {
  templates: defineRoute({
    method: 'GET',
    path: '/report/template',
    summary: 'The templates that a clinic has saved; the others are part of the product',
    needs: 'report.read-texts',
    clinic: inQuery,
    query: ofClinic,
    response: z.array(ReportTemplate),
  }),
  addTemplate: defineRoute({
    method: 'POST',
    path: '/report/template',
    summary: 'Add a template to the clinic',
    needs: 'report.manage',
    clinic: inQuery,
    query: ofClinic,
    body: z.object(templateFields),
    response: ReportTemplate,
  }),
  updateTemplate: defineRoute({
    method: 'PUT',
    path: '/report/template/:id',
    summary: 'Change a template of the clinic',
    needs: 'report.manage',
    clinic: 'reach',
    params: z.object({ id: ReportTemplateId }),
    body: z.object({ ...templateFields, version }),
    response: ReportTemplate,
  }),
  removeTemplate: defineRoute({
    method: 'DELETE',
    path: '/report/template/:id',
    summary: 'Remove a template of the clinic',
    needs: 'report.manage',
    clinic: 'reach',
    params: z.object({ id: ReportTemplateId }),
  }),
}

const byMacro = z.object({ id: ReportMacroId })
const macroRoutes = {
  macros: defineRoute({
    method: 'GET',
    path: '/report/macro',
    summary: 'The own macros and those of the clinic',
    needs: 'report.read-texts',
    clinic: inQuery,
    query: ofClinic,
    response: z.array(ReportMacro),
  }),
  addMacro: defineRoute({
    method: 'POST',
    path: '/report/macro',
    summary: 'Add an own macro',
    needs: 'report.create',
    clinic: inQuery,
    query: ofClinic,
    body: z.object(macroFields),
    response: ReportMacro,
  }),
  updateMacro: defineRoute({
    method: 'PUT',
    path: '/report/macro/:id',
    summary: 'Change an own macro',
    needs: 'report.create',
    clinic: 'reach',
    params: byMacro,
    body: z.object({ ...macroFields, version }),
    response: ReportMacro,
  }),
  removeMacro: defineRoute({
    method: 'DELETE',
    path: '/report/macro/:id',
    summary: 'Remove an own macro',
    needs: 'report.create',
    clinic: 'reach',
    params: byMacro,
  }),
  addClinicMacro: defineRoute({
    method: 'POST',
    path: '/report/clinicMacro',
    summary: 'Add a macro of the clinic',
    needs: 'report.manage',
    clinic: inQuery,
    query: ofClinic,
    body: z.object(macroFields),
    response: ReportMacro,
  }),
  updateClinicMacro: defineRoute({
    method: 'PUT',
    path: '/report/clinicMacro/:id',
    summary: 'Change a macro of the clinic',
    needs: 'report.manage',
    clinic: 'reach',
    params: byMacro,
    body: z.object({ ...macroFields, version }),
    response: ReportMacro,
  }),
  removeClinicMacro: defineRoute({
    method: 'DELETE',
    path: '/report/clinicMacro/:id',
    summary: 'Remove a macro of the clinic',
    needs: 'report.manage',
    clinic: 'reach',
    params: byMacro,
  }),
}

/** The routes of letterheads, templates and macros. */
export const reportTextRoutes = { ...settingsRoutes, ...templateRoutes, ...macroRoutes }
