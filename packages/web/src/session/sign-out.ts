import { useMutation, useQueryClient } from '@tanstack/react-query';
import { bodyOf, own } from '../api/clients.js';

/** Ends the session in this browser, or in all of them; what was shown is nobody's any more. */
export function useSignOut() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ everywhere }: { everywhere: boolean }) =>
      bodyOf(own.DELETE('/app/api/session', { params: { query: { everywhere } } })),
    onSuccess: () => {
      sessionStorage.clear();
      // Loaded anew, so that nothing stays in memory either.
      window.location.assign('/app/sign-in');
    },
    onError: () => void queries.invalidateQueries({ queryKey: ['session'] }),
  });
}
