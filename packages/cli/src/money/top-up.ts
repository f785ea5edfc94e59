/** How to add money to an account, for customers and for operators. */
export const TOP_UP =
  'Top up your account with your provider ("skiptrace balance" shows its page, if it has one); on your own server: skiptrace-server balance add ACCOUNT --amount DOLLARS.';
