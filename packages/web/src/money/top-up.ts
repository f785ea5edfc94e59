/** The support page with the request for a top-up written down already. */
export const TOP_UP_PAGE = '/app/support?about=top-up';
