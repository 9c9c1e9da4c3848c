import type { CalendarDate } from '../../values/calendar-date.ts'

/** Forms of dates in files for banks, with a sample of each. */
export const dateForms = {
  MMDDYY: '112026',
  MMDDYYYY: '11202026',
  YYMMDD: '261120',
  YYYYMMDD: '20261120',
  'MM/DD/YY': '11/20/26',
  'MM/DD/YYYY': '11/20/2026',
  'YYYY-MM-DD': '2026-11-20',
} as const
export type DateForm = keyof typeof dateForms

/** A calendar date in one of the forms. */
export function writeDate(date: CalendarDate, form: DateForm): string {
  const [year = '', month = '', day = ''] = date.split('-')
  return form.replace('YYYY', year).replace('YY', year.slice(2)).replace('MM', month).replace('DD', day)
}
