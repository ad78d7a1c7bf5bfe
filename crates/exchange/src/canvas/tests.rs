//! Questions of others, and files that are refused.
