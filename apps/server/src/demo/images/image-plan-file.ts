import { readFile } from 'node:fs/promises'
import { writeDurably } from '@talus/node-kit/write-durably'
import { z } from 'zod'

/** The studies that the demo started with. Studies that users add later get no demo images. */
const ImagePlan = z.object({
  isFinished: z.boolean(),
  studies: z.array(
    z.object({
      studyId: z.number(),
      studyInstanceUID: z.string(),
      clinicId: z.number(),
      userId: z.number(),
      username: z.string(),
      patientId: z.number(),
      speciesId: z.number().nullable(),
      breed: z.string().nullable(),
      modality: z.string(),
      createdOn: z.string(),
      studyTypes: z.string(),
    }),
  ),
})
export type ImagePlan = z.output<typeof ImagePlan>

/** Undefined if the file is missing or incomplete. */
export async function readPlan(path: string): Promise<ImagePlan | undefined> {
  const text = await readFile(path, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  try {
    return ImagePlan.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

export const writePlan = (path: string, plan: ImagePlan) => writeDurably(path, JSON.stringify(plan))
