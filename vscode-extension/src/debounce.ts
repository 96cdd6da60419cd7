/** Runs a job a little after the last of several calls. */

export interface Debounced {
  (): void;
  cancel(): void;
}

export function debounced(milliseconds: number, job: () => void): Debounced {
  let timer: NodeJS.Timeout | undefined;
  const later = (): void => {
    clearTimeout(timer);
    timer = setTimeout(job, milliseconds);
  };
  return Object.assign(later, { cancel: () => clearTimeout(timer) });
}
