import { expect, test } from 'vitest'
import { composeHistory, parseHistory, translateHistory } from './case-history.ts'

const en = {
  complaint: 'Complaint',
  duration: 'Duration',
  examination: 'Examination',
  treatment: 'Treatment',
  question: 'Question',
  colon: ': ',
}
const fr = {
  complaint: 'Motif',
  duration: 'Durée',
  examination: 'Examen',
  treatment: 'Traitement',
  question: 'Question',
  colon: '\u00a0: ',
}
const answers = {
  complaint: 'Cough at night',
  duration: '2 weeks',
  examination: 'Murmur 3/6\nno fever',
  treatment: '',
  question: 'Heart size?',
  rest: 'Indoor dog.\n\nVaccinated.',
}

test('the answers write the history, without the questions that were not answered', () => {
  expect(composeHistory(answers, [en])).toBe(
    'Complaint: Cough at night\nDuration: 2 weeks\nExamination: Murmur 3/6\nno fever\n' +
      'Question: Heart size?\n\nIndoor dog.\n\nVaccinated.',
  )
})

test('a saved history fills the questions again, in either language', () => {
  expect(parseHistory(composeHistory(answers, [en]), [en, fr])).toEqual(answers)
  expect(parseHistory(composeHistory(answers, [fr]), [en, fr])).toEqual(answers)
})

test('a history that was typed without the questions stays free text', () => {
  const typed = 'Seen last year: lame.\n\nComplaint: none'
  expect(parseHistory(typed, [en, fr])).toMatchObject({ complaint: '', rest: typed })
  expect(composeHistory(parseHistory(typed, [en, fr]), [en, fr])).toBe(typed)
})

test('a typed line that begins like a question is found again where it was typed', () => {
  const typed = {
    ...answers,
    complaint: 'Cough\nExamination: see below\nMotif: toux',
    question: 'Question: heart size?\nQuestion: is there a mass?\n Question: or two?',
  }
  expect(parseHistory(composeHistory(typed, [en, fr]), [en, fr])).toEqual(typed)
})

test('blank lines of an answer are kept, and a French history has its space before the colon', () => {
  const typed = { ...answers, question: 'Heart size?\n\nExamination: none\n\n\nThank you.' }
  const stored = composeHistory(typed, [fr, en])
  expect(stored).toContain('Motif\u00a0: Cough at night')
  expect(parseHistory(stored, [en, fr])).toEqual(typed)
})

test('a French history that was saved with the English colon fills the questions', () => {
  expect(parseHistory('Motif: Toux\nDurée: 2 semaines', [fr, en])).toMatchObject({
    complaint: 'Toux',
    duration: '2 semaines',
  })
})

test('the questions of a history are read in the language of the reader, the answers as typed', () => {
  const typed = { ...answers, examination: 'Murmur 3/6\nQuestion: see below', rest: 'Motif: none' }
  const stored = composeHistory(typed, [en, fr])
  const french = translateHistory(stored, [fr, en])
  expect(french).toBe(composeHistory(typed, [fr, en]))
  expect(french).toContain('Motif\u00a0: Cough at night')
  expect(french.split('\n').at(-1)).toBe('Motif: none')
  expect(translateHistory(french, [en, fr])).toBe(stored)
  expect(translateHistory('Seen last year.\nComplaint: none', [fr, en])).toBe(
    'Seen last year.\nComplaint: none',
  )
})
