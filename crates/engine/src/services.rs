//! Services that flows may use besides their run, found by type. The binary sets them up once, the same for every run.

use std::{
    any::{Any, TypeId, type_name},
    collections::HashMap,
    fmt,
    sync::Arc,
};

use tutti_core::Code;

use crate::Stop;

#[derive(Clone, Default)]
pub struct Services {
    by_type: HashMap<TypeId, (&'static str, Arc<dyn Any + Send + Sync>)>,
}

impl Services {
    #[must_use]
    pub fn with<T: Send + Sync + 'static>(mut self, service: T) -> Self {
        self.by_type.insert(TypeId::of::<T>(), (type_name::<T>(), Arc::new(service)));
        self
    }

    pub fn get<T: Send + Sync + 'static>(&self) -> Result<Arc<T>, Stop> {
        self.by_type
            .get(&TypeId::of::<T>())
            .and_then(|(_, service)| Arc::clone(service).downcast().ok())
            .ok_or_else(|| {
                Stop::failed(Code::Internal, format!("the service {} is not set up", type_name::<T>()))
            })
    }
}

impl fmt::Debug for Services {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.by_type.values().map(|(name, _)| name)).finish()
    }
}
