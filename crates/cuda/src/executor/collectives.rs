//! Collectives between GPUs by NCCL.

use std::sync::Arc;

use cuprust_ir::{Collectives, Communicator, GroupId, GroupSettings, Poll, Result, collectives_timeout};

use super::Cuda;
use crate::driver::nccl::Nccl;

impl Collectives for Cuda {
    fn version(&self) -> Result<i32> {
        Nccl::open()?.version()
    }

    fn group_id(&self) -> Result<GroupId> {
        Nccl::open()?.group_id()
    }

    fn join(
        &self,
        id: &GroupId,
        rank: u32,
        size: u32,
        settings: GroupSettings,
        poll: Poll<'_>,
    ) -> Result<Arc<dyn Communicator>> {
        let made = Nccl::open()?.join(self.driver(), id, (rank, size), settings, collectives_timeout()?, poll)?;
        Ok(Arc::new(made))
    }

    fn begin_batch(&self) -> Result<()> {
        Nccl::open()?.begin_batch()
    }

    fn end_batch(&self, _poll: Poll<'_>) -> Result<()> {
        Nccl::open()?.end_batch()
    }
}
