import type { Bench } from './engines.ts'

/**
 * The same questions as most lists answer them: every word anywhere by LIKE, a count of all that was
 * found, ORDER BY and OFFSET. On the same database, without a server in between.
 */
const columns: Readonly<Record<string, string>> = {
  studyDate: 's."createdOn"',
  patientId: 'p."patientId"',
  patientName: 'p.search',
  owner: 'o.search',
  breed: 'b.name',
  species: 'p."speciesId"',
  modality: 's.modality',
  deleted: 's."isDeleted"',
  user: 'u.username',
}

const folded = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

export async function askPeer(
  bench: Bench,
  clinicId: number,
  asked: Readonly<Record<string, string | number>>,
): Promise<void> {
  const values: unknown[] = [clinicId]
  const bind = (value: unknown) => `$${values.push(value)}`
  const tests = ['s."clinicId" = $1']
  for (const word of folded(String(asked.patientName ?? ''))
    .split(' ')
    .filter(Boolean))
    tests.push(`(p.search like ${bind(`%${word}%`)} or o.search like ${bind(`%${word}%`)})`)
  for (const word of folded(String(asked.search ?? ''))
    .split(' ')
    .filter(Boolean))
    tests.push(
      `(p.search like ${bind(`%${word}%`)} or o.search like ${bind(`%${word}%`)} or lower(p."patientId") like ${bind(`%${word}%`)} or lower(b.name) like ${bind(`%${word}%`)})`,
    )
  if (asked.patientId !== undefined)
    tests.push(`lower(p."patientId") like ${bind(`%${String(asked.patientId).toLowerCase()}%`)}`)
  if (asked.dateFrom !== undefined) tests.push(`s."createdOn" >= ${bind(asked.dateFrom)}`)
  if (asked.dateTo !== undefined) tests.push(`s."createdOn" < ${bind(`${asked.dateTo}T24`)}`)
  const from = `from study s join patient p on p.id = s."patientId" join "user" u on u.id = s."userId"
    left join owner o on o.id = p."ownerId" left join breed b on b.id = p."breedId"
    where ${tests.join(' and ')}`
  const order = `${columns[String(asked.sort ?? 'studyDate')]} ${asked.desc === '0' ? 'asc' : 'desc'}`
  await bench.rows(`select count(*) as total ${from}`, values)
  await bench.rows(
    `select s.*, p.name, o.name as owner, b.name as breed, u.username ${from}
     order by ${order}, s."createdOn" desc, s.id desc limit 10 offset ${10 * Number(asked.page ?? 0)}`,
    values,
  )
}
