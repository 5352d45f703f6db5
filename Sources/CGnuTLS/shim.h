#include <gnutls/gnutls.h>
#include <gnutls/x509.h>

/* Swift cannot read this macro with parameters: the size of a key that stands for the curve P-256. */
static inline unsigned int navbus_gnutls_p256_bits(void) { return GNUTLS_CURVE_TO_BITS(GNUTLS_ECC_CURVE_SECP256R1); }

/* Releases what GnuTLS has allocated; its own name is that of a variable. */
static inline void navbus_gnutls_free(void *memory) { gnutls_free(memory); }
