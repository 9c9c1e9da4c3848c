import { checkStates } from '@check-requests/domain/checks/lifecycle.ts'
import { isCalendarDate } from '@check-requests/domain/values/calendar-date.ts'
import { choiceValue, textValue, type UrlValue, useUrlState } from '#platform/url-state.ts'

const idValue: UrlValue<number> = {
  initial: 0,
  parse: (text) => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined),
}

const dayValue: UrlValue<string> = { initial: '', parse: (text) => (isCalendarDate(text) ? text : undefined) }

const shape = {
  search: textValue(),
  account: idValue,
  state: choiceValue(['', ...checkStates], ''),
  from: dayValue,
  to: dayValue,
  asOf: dayValue,
}

const everything = { search: '', account: 0, state: '', from: '', to: '', asOf: '' } as const

/** The filters of the register, kept in the address. */
export function useRegisterState() {
  const [values, change] = useUrlState(shape)
  return {
    values,
    change,
    narrowed: Object.values(values).some((value) => value !== '' && value !== 0),
    clear: () => change(everything),
  }
}

export type RegisterState = ReturnType<typeof useRegisterState>
