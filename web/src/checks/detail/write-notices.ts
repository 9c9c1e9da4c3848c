import type { WriteNotices } from '#platform/use-write.ts'

function told(done: string, failed: string): WriteNotices {
  return { done, failed, refreshes: ['check-requests'] }
}

export const checkNotices = {
  enter: told('Someone else has to confirm it', 'Couldn’t enter this check'),
  confirmEntry: told('Check confirmed', 'Couldn’t confirm this check'),
  discardEntry: told('Entry discarded', 'Couldn’t discard this entry'),
  handOver: told('Check handed over', 'Couldn’t hand over this check'),
  askException: told('Someone else has to allow it', 'Couldn’t request an exception'),
  allowException: told('Exception allowed', 'Couldn’t allow this exception'),
  refuseException: told('Exception refused', 'Couldn’t refuse this exception'),
  takeBackException: told('Exception taken back', 'Couldn’t take back the exception'),
  void: told('Check voided', 'Couldn’t void this check'),
  askVoid: told('Someone else has to agree', 'Couldn’t void this check'),
  stop: told('Check stopped', 'Couldn’t stop this check'),
  renewStop: told('Stop renewed', 'Couldn’t renew the stop'),
  confirmStop: told('Stop confirmed', 'Couldn’t confirm the stop'),
}
