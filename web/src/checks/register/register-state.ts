import { checkStates } from '@check-requests/domain/checks/lifecycle.ts'
import { isCalendarDate } from '@check-requests/domain/values/calendar-date.ts'
import { parseAmount } from '@check-requests/domain/values/typed-amount.ts'
import { choiceValue, readUrl, textValue, type UrlValue, useUrlState } from '#platform/url-state.ts'

const idValue: UrlValue<number> = {
  initial: 0,
  parse: (text) => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined),
}

const dayValue: UrlValue<string> = { initial: '', parse: (text) => (isCalendarDate(text) ? text : undefined) }

const amountValue: UrlValue<string> = { initial: '', parse: (text) => (refusedAmount(text) ? undefined : text) }

const shape = {
  search: textValue(),
  account: idValue,
  state: choiceValue(['', ...checkStates], ''),
  from: dayValue,
  to: dayValue,
  amountFrom: amountValue,
  amountTo: amountValue,
  asOf: dayValue,
}

/** Why a text can't be a check amount; undefined if it can be or is empty. */
export function refusedAmount(text: string): string | undefined {
  const read = text === '' ? 0 : parseAmount(text)
  return typeof read === 'string' ? read : undefined
}

/** The filters of the register, kept in the URL. */
export function useRegisterState() {
  const [values, change] = useUrlState(shape)
  return {
    values,
    change,
    narrowed: Object.values(values).some((value) => value !== '' && value !== 0),
    clear: () => change(readUrl(shape, {})),
  }
}

export type RegisterState = ReturnType<typeof useRegisterState>
